//! A page with its shell, played by the test: it lists the tools it has, and keeps whatever else
//! the session asks for until the test says what came of it.

use site_agent_core::config::Caps;
use site_agent_core::effect::{Out, Ticket};
use site_agent_core::json::{self, Value};
use site_agent_core::message::Message;
use site_agent_core::policy::{Approval, Decision};
use site_agent_core::protocol::{Code, Detail, ModelFailure, Reply, Request, RunFault};
use site_agent_core::schema::Patterns;
use site_agent_core::session::{Busy, State};
use site_agent_core::tool::{Definition, Handle};
use site_agent_core::{Config, Effect, Event, Hints, Listing, Session, Tool};

pub(crate) struct NoPatterns;

impl Patterns for NoPatterns {
    fn matches(&self, _: &str, _: &str) -> Option<bool> {
        None
    }
}

pub(crate) struct Page {
    pub(crate) session: Session,
    pub(crate) tools: Vec<Tool>,
    /// Answer `ListTools` at once.
    pub(crate) lists: bool,
    pub(crate) now: u64,
    pub(crate) out: Vec<Out>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) listings: Vec<Ticket>,
    pub(crate) model: Option<(Ticket, Request)>,
    pub(crate) requests: Vec<Request>,
    pub(crate) card: Option<Ticket>,
    pub(crate) running: Option<Ticket>,
    pub(crate) calls: Vec<Approval>,
    pub(crate) timers: Vec<(Ticket, u32)>,
    pub(crate) cancelled: Vec<Ticket>,
    pub(crate) snapshot: String,
}

/// Settings with somebody to ask.
pub(crate) fn asking() -> Config {
    Config {
        confirm: true,
        origin: "https://shop.example".to_owned(),
        path: "/cart".to_owned(),
        ..Config::default()
    }
}

pub(crate) const READS: Hints =
    Hints { read_only: Some(true), untrusted: Some(false), consequential: Some(false) };
pub(crate) const READS_STRANGERS: Hints = Hints { untrusted: Some(true), ..READS };
pub(crate) const WRITES: Hints = Hints { read_only: Some(false), ..READS };
pub(crate) const ORDERS: Hints = Hints { consequential: Some(true), ..WRITES };

pub(crate) fn tool(name: &str, hints: impl Into<Option<Hints>>) -> Tool {
    let definition = Definition {
        name: name.to_owned(),
        description: format!("Does {name}"),
        hints: hints.into(),
        ..Definition::default()
    };
    Tool { origin: "https://shop.example".to_owned(), ..Tool::new(Handle(1), definition) }
}

pub(crate) fn with_schema(tool: Tool, schema: &str) -> Tool {
    let definition = Definition {
        name: tool.name.clone(),
        title: tool.title.clone(),
        description: tool.description.clone(),
        input_schema: Some(json::parse(schema).expect("JSON")),
        hints: tool.hints,
    };
    Tool { origin: tool.origin, ..Tool::new(tool.handle, definition) }
}

/// The same tool after its page changed what it says of itself.
pub(crate) fn redescribed(tool: &Tool, description: &str) -> Tool {
    let definition = Definition {
        name: tool.name.clone(),
        title: tool.title.clone(),
        description: description.to_owned(),
        input_schema: tool.input_schema.clone(),
        hints: tool.hints,
    };
    Tool { origin: tool.origin.clone(), ..Tool::new(tool.handle, definition) }
}

impl Page {
    pub(crate) fn new(config: Config, tools: &[Tool]) -> Self {
        Self::of(Session::new(config), 1_000_000, tools)
    }

    fn of(session: Session, now: u64, tools: &[Tool]) -> Self {
        Self {
            session,
            tools: tools.to_vec(),
            lists: true,
            now,
            out: Vec::new(),
            effects: Vec::new(),
            listings: Vec::new(),
            model: None,
            requests: Vec::new(),
            card: None,
            running: None,
            calls: Vec::new(),
            timers: Vec::new(),
            cancelled: Vec::new(),
            snapshot: String::new(),
        }
    }

    /// The next page, `after` ms later, which finds what this one wrote last.
    pub(crate) fn next(&self, after: u64, config: Config, tools: &[Tool]) -> Self {
        let session = Session::restore(&self.snapshot, config).expect("a snapshot of ours");
        let mut page = Self::of(session, self.now + after, tools);
        page.send(Event::Resumed);
        page
    }

    pub(crate) fn try_send(&mut self, event: Event) -> Result<(), Busy> {
        self.now += 1;
        let effects = self.session.handle(self.now, event, &NoPatterns)?;
        self.effects.extend(effects.iter().cloned());
        for effect in effects {
            self.carry_out(effect);
        }
        if self.lists
            && let Some(ticket) = self.listings.pop()
        {
            let listing = Listing { tools: self.tools.clone(), dropped: Vec::new() };
            self.send(Event::Listed { ticket, listing });
        }
        Ok(())
    }

    pub(crate) fn send(&mut self, event: Event) {
        self.try_send(event).expect("not busy");
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::ListTools(ticket) => self.listings.push(ticket),
            Effect::AskModel { ticket, request } => {
                self.requests.push(request.clone());
                self.model = Some((ticket, request));
            }
            Effect::AskVisitor { ticket, .. } => self.card = Some(ticket),
            Effect::CallTool { ticket, approval, .. } => {
                assert!(self.running.is_none(), "one call at a time");
                self.running = Some(ticket);
                self.calls.push(approval);
            }
            Effect::StartTimer { ticket, ms } => self.timers.push((ticket, ms)),
            Effect::Cancel(ticket) => {
                self.timers.retain(|(timer, _)| *timer != ticket);
                self.listings.retain(|listing| *listing != ticket);
                self.running = self.running.filter(|running| *running != ticket);
                self.card = self.card.filter(|card| *card != ticket);
                self.cancelled.push(ticket);
            }
            Effect::Persist => self.snapshot = self.session.snapshot(),
            Effect::Emit(out) => self.out.push(out),
        }
    }

    pub(crate) fn asks(&mut self, text: &str) {
        self.send(Event::Asked(text.to_owned()));
    }

    /// Answers a listing by hand, for a test that set `lists` to false.
    pub(crate) fn lists_now(&mut self) {
        let ticket = self.listings.pop().expect("the session wants a list");
        let listing = Listing { tools: self.tools.clone(), dropped: Vec::new() };
        self.send(Event::Listed { ticket, listing });
    }

    pub(crate) fn model_ticket(&self) -> Ticket {
        self.model.as_ref().expect("the model is asked").0
    }

    pub(crate) fn replies(&mut self, reply: Reply) {
        let (ticket, _) = self.model.take().expect("the model is asked");
        self.send(Event::ModelChosen { ticket, name: "test".to_owned() });
        self.send(Event::Replied { ticket, reply });
    }

    pub(crate) fn model_calls(&mut self, name: &str, arguments: &str) {
        let Value::Object(arguments) = json::parse(arguments).expect("JSON") else {
            panic!("arguments are an object");
        };
        self.replies(call_of(name, arguments));
    }

    pub(crate) fn model_answers(&mut self, text: &str) {
        self.replies(Reply::Answer { text: text.to_owned(), meta: None, model: None, usage: None });
    }

    pub(crate) fn model_fails(&mut self, status: u16, retry_ms: Option<u32>, caps: Option<Caps>) {
        let (ticket, _) = self.model.take().expect("the model is asked");
        let detail = Detail { status: Some(status), ..Detail::default() };
        let message = format!("status {status}");
        let fault = RunFault { code: Code::ModelError, message, detail: Some(detail) };
        let failure = ModelFailure { fault, retry_ms, caps };
        self.send(Event::ModelFailed { ticket, failure });
    }

    pub(crate) fn allows(&mut self) {
        self.decides(true);
    }

    pub(crate) fn denies(&mut self) {
        self.decides(false);
    }

    fn decides(&mut self, allow: bool) {
        let ticket = self.card.take().expect("a card is open");
        self.send(Event::Decided { ticket, allow });
    }

    pub(crate) fn returns(&mut self, text: &str) {
        self.returned(Some(text.to_owned()));
    }

    pub(crate) fn returned(&mut self, text: Option<String>) {
        let ticket = self.running.take().expect("a call runs");
        self.send(Event::Returned { ticket, text, nonce: 0xabc });
    }

    pub(crate) fn throws(&mut self, message: &str) {
        let ticket = self.running.take().expect("a call runs");
        self.send(Event::Threw { ticket, message: message.to_owned(), nonce: 0xabc });
    }

    /// Lets the one timer that runs run out.
    pub(crate) fn time_passes(&mut self) {
        assert_eq!(self.timers.len(), 1, "timers: {:?}", self.timers);
        let (ticket, ms) = self.timers.remove(0);
        self.now += u64::from(ms);
        self.send(Event::TimedOut(ticket));
    }

    pub(crate) fn leaves(&mut self) {
        self.send(Event::Suspended);
    }

    /// The names of the tools that were called, in order.
    pub(crate) fn called(&self) -> Vec<&str> {
        self.calls.iter().map(|approval| approval.call().name.as_str()).collect()
    }

    /// What the latest result told the model.
    pub(crate) fn told(&self) -> &str {
        match self.session.messages().iter().rev().find(|m| matches!(m, Message::Result { .. })) {
            Some(Message::Result { text, .. }) => text,
            _ => panic!("no result"),
        }
    }

    pub(crate) fn idle(&self) -> bool {
        *self.session.state() == State::Idle
    }

    /// The events so far in short, and forgets them.
    pub(crate) fn events(&mut self) -> Vec<String> {
        self.out.drain(..).map(|out| in_short(&out)).collect()
    }

    /// The effects so far by name, events and timers aside, and forgets them.
    pub(crate) fn work(&mut self) -> Vec<&'static str> {
        let name = |effect| match effect {
            Effect::ListTools(_) => Some("list"),
            Effect::AskModel { .. } => Some("model"),
            Effect::AskVisitor { .. } => Some("visitor"),
            Effect::CallTool { .. } => Some("call"),
            Effect::Persist => Some("persist"),
            Effect::Cancel(_) | Effect::StartTimer { .. } | Effect::Emit(_) => None,
        };
        self.effects.drain(..).filter_map(name).collect()
    }
}

pub(crate) fn call_of(name: &str, arguments: json::Object) -> Reply {
    Reply::Call {
        name: name.to_owned(),
        arguments,
        text: String::new(),
        meta: None,
        model: None,
        usage: None,
    }
}

fn in_short(out: &Out) -> String {
    match out {
        Out::Thinking { step, model } => format!("thinking {step} {model}"),
        Out::AnswerDelta { text } => format!("delta {text}"),
        Out::ToolCall { call } => format!("tool-call {}", call.name),
        Out::ConfirmRequest { request, .. } => {
            format!("confirm-request {} {}", request.call.name, request.reason.as_str())
        }
        Out::ConfirmResult { decision: Decision { allowed, by, reason }, .. } => {
            let word = if *allowed { "allowed" } else { "refused" };
            let reason = reason.map_or("", |reason| reason.as_str());
            format!("confirm-result {word} {} {reason}", by.as_str()).trim_end().to_owned()
        }
        Out::Running { call, waits_for_submit: true } => {
            format!("waiting-for-submit {}", call.name)
        }
        Out::Running { call, .. } => format!("running {}", call.name),
        Out::ToolResult { outcome, untrusted, .. } => {
            let untrusted = if *untrusted { " untrusted" } else { "" };
            format!("tool-result {}{untrusted}", outcome.as_str())
        }
        Out::Waiting { ms } => format!("waiting {ms}"),
        Out::Answer { text } => format!("answer {text}"),
        Out::Error { fault } => format!("error {}", fault.code.as_str()),
        Out::Done { status } => format!("done {}", status.as_str()),
        Out::Reset => "reset".to_owned(),
    }
}
