//! One page of the browser, with cookies and storage of its own.

use std::io;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use thiserror::Error;
use tokio::time::Instant;
use url::Url;

use crate::module::Module;
use crate::pipe::Pipe;

/// Where the agent's module is found on the page's own origin, whatever the page's policy says.
const RESERVED: &str = "/.site-agent-test/";

const COMMAND_LIMIT: Duration = Duration::from_secs(15);
/// How long an answer from a page that was replaced is still waited for.
const LEFT_LIMIT: Duration = Duration::from_secs(1);

/// What commands that need no thought get; their answers are not waited for.
#[derive(Debug)]
pub(crate) struct Tab<'a> {
    pipe: &'a mut Pipe,
    module: &'a Module,
    session: String,
    context: String,
    /// The page's outermost frame.
    frame: String,
    seen: Seen,
}

/// What the browser told of the page.
#[derive(Debug, Default)]
struct Seen {
    /// How many documents there were.
    documents: u32,
    /// The document was loaded.
    is_loaded: bool,
    /// Another document is on its way.
    is_leaving: bool,
    status: Option<u64>,
    has_crashed: bool,
}

/// Why a page cannot be tested.
#[derive(Debug, Error)]
pub(crate) enum TabError {
    #[error("the browser is gone: {0}")]
    Browser(#[from] io::Error),
    #[error("the browser refuses {0}")]
    Refused(String),
    #[error("{0} cannot be opened: {1}")]
    NotOpened(Url, String),
    #[error("{0} answers {1}")]
    Status(Url, u64),
    #[error("{0} was not loaded in time")]
    NotLoaded(Url),
    #[error("the page did not answer in time")]
    Silent,
    #[error("the page crashed")]
    Crashed,
    #[error("the agent cannot run in the page: {0}")]
    Script(String),
}

/// What came of a script.
#[derive(Debug)]
pub(crate) enum Evaluated {
    Value(Value),
    /// The page went away before it had ended.
    PageLeft,
}

impl<'a> Tab<'a> {
    /// An empty page.
    pub(crate) async fn open(pipe: &'a mut Pipe, module: &'a Module) -> Result<Self, TabError> {
        let ask = async |pipe: &mut Pipe, method: &str, params: Value, member: &str| {
            let result = pipe.ask(method, params, COMMAND_LIMIT).await?;
            let text = result[member].as_str().map(str::to_owned);
            text.ok_or_else(|| io::Error::other(format!("{method} gave no {member}")))
        };
        let params = json!({ "disposeOnDetach": true });
        let context = ask(pipe, "Target.createBrowserContext", params, "browserContextId").await?;
        let params = json!({ "url": "about:blank", "browserContextId": context });
        let target = ask(pipe, "Target.createTarget", params, "targetId").await?;
        let params = json!({ "targetId": target, "flatten": true });
        let session = ask(pipe, "Target.attachToTarget", params, "sessionId").await?;
        let mut tab = Self { pipe, module, session, context, frame: target, seen: Seen::default() };
        for (method, params) in [
            ("Page.enable", json!({})),
            ("Network.enable", json!({})),
            ("Runtime.enable", json!({})),
            // The tools are the page's; the agent's module is ours, and no policy of the page's
            // has to allow it.
            ("Page.setBypassCSP", json!({ "enabled": true })),
            ("Network.setBypassServiceWorker", json!({ "bypass": true })),
            (
                "Fetch.enable",
                json!({ "patterns": [{ "urlPattern": format!("*://*{RESERVED}*") }] }),
            ),
        ] {
            tab.call(method, params).await?;
        }
        Ok(tab)
    }

    /// Opens a page and waits until it is loaded.
    pub(crate) async fn goto(&mut self, url: &Url, within: Duration) -> Result<(), TabError> {
        self.seen = Seen { is_leaving: true, ..Seen::default() };
        let until = Instant::now() + within;
        let opened = self.call("Page.navigate", json!({ "url": url.as_str() })).await?;
        if let Some(error) = opened["errorText"].as_str() {
            return Err(TabError::NotOpened(url.clone(), error.to_owned()));
        }
        if !self.pump(until, |seen| seen.is_loaded).await? {
            return Err(TabError::NotLoaded(url.clone()));
        }
        match self.seen.status {
            Some(status @ 400..) => Err(TabError::Status(url.clone(), status)),
            _ => Ok(()),
        }
    }

    /// How many documents have been in it since it was opened or sent elsewhere.
    pub(crate) fn documents(&self) -> u32 {
        self.seen.documents
    }

    /// Waits for another document than the first `than`, and says whether it came.
    pub(crate) async fn moves(&mut self, than: u32, within: Duration) -> Result<bool, TabError> {
        self.pump(Instant::now() + within, |seen| seen.documents > than).await
    }

    /// Waits until no other document is on its way. One that never loads is left to whoever asks
    /// it something.
    pub(crate) async fn settle(&mut self, within: Duration) -> Result<(), TabError> {
        // What a script did at the end of its call is told a moment later.
        self.pump(Instant::now() + Duration::from_millis(100), |_| false).await?;
        self.pump(Instant::now() + within, |seen| seen.is_loaded && !seen.is_leaving).await?;
        Ok(())
    }

    /// The path of the page that is open.
    pub(crate) async fn path(&mut self) -> Result<Option<String>, TabError> {
        match self.evaluate("location.pathname", COMMAND_LIMIT).await? {
            Evaluated::Value(value) => Ok(value.as_str().map(str::to_owned)),
            Evaluated::PageLeft => Ok(None),
        }
    }

    /// The address of the module's entry on the page that is open.
    pub(crate) fn entry() -> String {
        format!("{RESERVED}index.js")
    }

    /// Runs a script and waits for what its promise brings.
    pub(crate) async fn evaluate(
        &mut self,
        script: &str,
        within: Duration,
    ) -> Result<Evaluated, TabError> {
        let documents = self.seen.documents;
        let params = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let id = self.send("Runtime.evaluate", params).await?;
        let mut until = Instant::now() + within;
        let mut has_left = false;
        loop {
            if self.seen.documents != documents && !has_left {
                has_left = true;
                until = until.min(Instant::now() + LEFT_LIMIT);
            }
            let Some(mut message) = self.next(until).await? else {
                return if has_left { Ok(Evaluated::PageLeft) } else { Err(TabError::Silent) };
            };
            if message["id"] != id {
                self.take(&message).await?;
                continue;
            }
            if message.get("error").is_some() {
                // The context is gone, which each version says in words of its own.
                return Ok(Evaluated::PageLeft);
            }
            if let Some(thrown) = message["result"].get("exceptionDetails") {
                let told = thrown["exception"]["description"].as_str();
                let told = told.or(thrown["text"].as_str()).unwrap_or("it threw");
                return Err(TabError::Script(told.lines().next().unwrap_or(told).to_owned()));
            }
            return Ok(Evaluated::Value(message["result"]["result"]["value"].take()));
        }
    }

    /// Closes it, and forgets all that the page kept.
    pub(crate) async fn close(self) -> Result<(), TabError> {
        let params = json!({ "browserContextId": self.context });
        self.pipe.ask("Target.disposeBrowserContext", params, COMMAND_LIMIT).await?;
        Ok(())
    }

    async fn send(&mut self, method: &str, params: Value) -> Result<u64, TabError> {
        Ok(self.pipe.send(Some(&self.session), method, params).await?)
    }

    /// A command whose answer is waited for.
    async fn call(&mut self, method: &str, params: Value) -> Result<Value, TabError> {
        let id = self.send(method, params).await?;
        let until = Instant::now() + COMMAND_LIMIT;
        while let Some(mut message) = self.next(until).await? {
            if message["id"] != id {
                self.take(&message).await?;
            } else if let Some(error) = message.get("error") {
                return Err(TabError::Refused(format!("{method}: {}", error["message"])));
            } else {
                return Ok(message["result"].take());
            }
        }
        Err(TabError::Silent)
    }

    /// Takes what the browser tells until `done` or the time is over, and says which it was.
    async fn pump(
        &mut self,
        until: Instant,
        done: impl Fn(&Seen) -> bool,
    ) -> Result<bool, TabError> {
        while !done(&self.seen) {
            let Some(message) = self.next(until).await? else { return Ok(false) };
            self.take(&message).await?;
        }
        Ok(true)
    }

    async fn next(&mut self, until: Instant) -> Result<Option<Value>, TabError> {
        if self.seen.has_crashed {
            return Err(TabError::Crashed);
        }
        Ok(self.pipe.next(until).await?)
    }

    /// Takes what the browser tells unasked.
    async fn take(&mut self, message: &Value) -> Result<(), TabError> {
        if message["sessionId"] != self.session.as_str() {
            return Ok(());
        }
        let params = &message["params"];
        let is_own = |member: &str| params[member] == self.frame.as_str();
        match message["method"].as_str().unwrap_or_default() {
            "Fetch.requestPaused" => self.fulfil(params).await?,
            // A page that asks its visitor gets no for an answer, but may be left.
            "Page.javascriptDialogOpening" => {
                let accept = params["type"] == "beforeunload";
                self.send("Page.handleJavaScriptDialog", json!({ "accept": accept })).await?;
            }
            "Page.frameRequestedNavigation" | "Page.frameStartedNavigating"
                if is_own("frameId") && params["navigationType"] != "sameDocument" =>
            {
                self.seen.is_leaving = true;
            }
            "Page.frameNavigated" if params["frame"]["id"] == self.frame.as_str() => {
                self.seen.documents += 1;
                self.seen.is_loaded = false;
                self.seen.is_leaving = false;
            }
            "Page.loadEventFired" => self.seen.is_loaded = true,
            // Also of a navigation that came to nothing: a download, an empty answer.
            "Page.frameStoppedLoading" if is_own("frameId") => self.seen.is_leaving = false,
            "Network.responseReceived" if is_own("frameId") && params["type"] == "Document" => {
                self.seen.status = params["response"]["status"].as_u64();
            }
            "Inspector.targetCrashed" => self.seen.has_crashed = true,
            _ => {}
        }
        Ok(())
    }

    /// Answers a request for a file of the module's.
    async fn fulfil(&mut self, params: &Value) -> Result<(), TabError> {
        let url = params["request"]["url"].as_str().and_then(|url| Url::parse(url).ok());
        let name = url.as_ref().and_then(|url| url.path().strip_prefix(RESERVED));
        let mut answer = json!({ "requestId": params["requestId"], "responseCode": 404 });
        if let Some(Ok((bytes, kind))) = name.map(|name| self.module.file(name)) {
            answer["responseCode"] = 200.into();
            answer["responseHeaders"] = json!([{ "name": "content-type", "value": kind }]);
            answer["body"] = STANDARD.encode(bytes).into();
        }
        self.send("Fetch.fulfillRequest", answer).await?;
        Ok(())
    }
}
