//! What happens next: mostly something that could happen now.

use super::palette;
use super::random::Random;
use super::world::World;
use crate::config::{Caps, Config};
use crate::effect::Ticket;
use crate::event::Event;
use crate::json::Object;
use crate::protocol::{Code, ModelFailure, Reply};

/// Of a hundred events, how many fit.
const FITTING: usize = 70;

/// Some owner's settings.
pub(super) fn config(random: &mut Random) -> Config {
    let listed = if random.percent(75) { palette::PRE_APPROVED.as_slice() } else { &[] };
    let caps =
        if random.percent(90) { Caps::default() } else { Caps { messages: 5, ..Caps::default() } };
    Config {
        confirm: random.percent(85),
        pre_approved: listed.iter().map(|name| (*name).to_owned()).collect(),
        max_steps: random.one(&[1, 2, 4, 6]),
        caps,
        ..Config::default()
    }
}

/// The next event.
pub(super) fn next(world: &mut World<'_>) -> Event {
    if world.random.percent(FITTING) { fitting(world) } else { any(world) }
}

/// What an event is called in a finding.
pub(super) fn name(event: &Event) -> &'static str {
    match event {
        Event::Asked(_) => "asked",
        Event::Retried => "retried",
        Event::Decided { .. } => "decided",
        Event::CallCancelled => "call cancelled",
        Event::Aborted => "aborted",
        Event::Reset => "reset",
        Event::Configured(_) => "configured",
        Event::Listed { .. } => "listed",
        Event::ListFailed { .. } => "list failed",
        Event::ToolsChanged => "tools changed",
        Event::ModelChosen { .. } => "model chosen",
        Event::Delta { .. } => "delta",
        Event::Replied { .. } => "replied",
        Event::ModelFailed { .. } => "model failed",
        Event::Returned { .. } => "returned",
        Event::Threw { .. } => "threw",
        Event::TimedOut(_) => "timed out",
        Event::Suspended => "suspended",
        Event::Resumed => "resumed",
    }
}

fn fitting(world: &mut World<'_>) -> Event {
    if let Some(ticket) = world.listing {
        return listed(world, ticket);
    }
    if let Some(ticket) = world.model {
        return modelled(world, ticket);
    }
    if let Some(ticket) = world.oracle.card.as_ref().map(|card| card.ticket) {
        return Event::Decided { ticket, allow: world.random.percent(75) };
    }
    if let Some(running) = world.oracle.running {
        return match world.random.below(100) {
            0..=79 => returned(world, running.ticket),
            80..=89 => threw(world, running.ticket),
            90..=95 => timed_out(world),
            _ => Event::CallCancelled,
        };
    }
    if world.cut.is_some() {
        return match world.random.below(10) {
            0..=7 => Event::Resumed,
            8 => Event::Retried,
            _ => asked(),
        };
    }
    if !world.timers.is_empty() {
        return if world.random.percent(50) { timed_out(world) } else { Event::ToolsChanged };
    }
    if world.random.percent(90) { asked() } else { Event::Retried }
}

/// Anything at all: late, out of place, or the end of the page.
fn any(world: &mut World<'_>) -> Event {
    let ticket = world.any_ticket();
    match world.random.below(100) {
        0..=7 => listed(world, ticket),
        8..=23 => modelled(world, ticket),
        24..=35 => Event::Decided { ticket, allow: true },
        36..=43 => returned(world, ticket),
        44..=49 => threw(world, ticket),
        50..=57 => Event::TimedOut(ticket),
        58..=61 => Event::CallCancelled,
        62..=66 => Event::ToolsChanged,
        67..=73 => Event::Suspended,
        74..=80 => Event::Resumed,
        81..=87 => asked(),
        88..=91 => Event::Retried,
        92..=94 => Event::Aborted,
        95..=96 => Event::Reset,
        _ => Event::Configured(config(&mut world.random)),
    }
}

fn asked() -> Event {
    Event::Asked("please".to_owned())
}

fn timed_out(world: &mut World<'_>) -> Event {
    let timers = world.timers.clone();
    let ticket = if timers.is_empty() { world.any_ticket() } else { world.random.one(&timers) };
    Event::TimedOut(ticket)
}

fn listed(world: &mut World<'_>, ticket: Ticket) -> Event {
    if world.random.percent(3) {
        return Event::ListFailed { ticket, message: "no".to_owned() };
    }
    let mut listing = world.listed_now();
    if world.random.percent(3) {
        listing.tools.clear();
    }
    Event::Listed { ticket, listing }
}

fn modelled(world: &mut World<'_>, ticket: Ticket) -> Event {
    match world.random.below(100) {
        0..=6 => Event::ModelChosen { ticket, name: "model".to_owned() },
        7..=11 => Event::Delta { ticket, text: "so ".to_owned() },
        12..=86 => Event::Replied { ticket, reply: call(world) },
        87..=94 => Event::Replied { ticket, reply: answer() },
        95..=96 => {
            let caps = Some(Caps { messages: 3 + world.random.below(20), ..Caps::default() });
            Event::ModelFailed { ticket, failure: ModelFailure { caps, ..failure() } }
        }
        97..=98 => {
            let failure = ModelFailure { retry_ms: Some(900), ..failure() };
            Event::ModelFailed { ticket, failure }
        }
        _ => Event::ModelFailed { ticket, failure: failure() },
    }
}

fn call(world: &mut World<'_>) -> Reply {
    let listed = world.oracle.listed.clone();
    let name = match world.random.below(100) {
        0..=2 => "nothing",
        3..=89 if !listed.is_empty() => {
            palette::NAMES[world.random.one(&listed) / palette::VARIANTS]
        }
        _ => world.random.one(&palette::NAMES),
    };
    let mut arguments = Object::new();
    if world.random.percent(80) {
        arguments.insert("n", world.random.next() % 3);
    }
    Reply::Call {
        name: name.to_owned(),
        arguments,
        text: String::new(),
        meta: None,
        model: None,
        usage: None,
    }
}

fn answer() -> Reply {
    Reply::Answer { text: "There.".to_owned(), meta: None, model: None, usage: None }
}

fn failure() -> ModelFailure {
    ModelFailure::bare(Code::ModelError, "broken")
}

fn returned(world: &mut World<'_>, ticket: Ticket) -> Event {
    let text = (!world.random.percent(6)).then(|| "words".to_owned());
    Event::Returned { ticket, text, nonce: u128::from(world.random.next()) }
}

fn threw(world: &mut World<'_>, ticket: Ticket) -> Event {
    let message = if world.random.percent(50) { "UnknownError" } else { "Error: sold out" };
    Event::Threw { ticket, message: message.to_owned(), nonce: u128::from(world.random.next()) }
}
