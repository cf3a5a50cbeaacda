//! What a bystander notes of each event before the session hears it.

use super::oracle::Open;
use super::world::World;
use crate::config::Config;
use crate::event::Event;
use crate::protocol::Reply;

/// How long after a cut a run goes on by itself, as rule 13 says.
const CARRY_ON_MS: u64 = 30_000;

impl World<'_> {
    /// Takes an event into the record. False when it is late or out of place, so that nothing may
    /// come of it.
    pub(super) fn hears(&mut self, event: &Event) -> bool {
        let running = self.oracle.running.map(|running| running.ticket);
        match event {
            Event::Listed { ticket, listing } if self.listing == Some(*ticket) => {
                self.listing = None;
                self.oracle.listed =
                    listing.tools.iter().map(|tool| tool.handle.0 as usize).collect();
            }
            Event::ListFailed { ticket, .. } if self.listing == Some(*ticket) => {
                self.listing = None;
                self.oracle.listed.clear();
            }
            Event::ModelChosen { ticket, .. } | Event::Delta { ticket, .. } => {
                return self.model == Some(*ticket);
            }
            Event::Replied { ticket, reply } if self.model == Some(*ticket) => {
                self.model = None;
                if let Reply::Call { name, arguments, .. } = reply {
                    let (name, arguments) = (name.clone(), arguments.clone());
                    self.oracle.open = Some(Open { name, arguments, id: None, allowed: None });
                }
            }
            Event::ModelFailed { ticket, failure } if self.model == Some(*ticket) => {
                self.model = None;
                self.coverage.refusals_with_caps += u64::from(failure.caps.is_some());
            }
            Event::Decided { ticket, allow } => {
                let Some(card) = self.oracle.card.take_if(|card| card.ticket == *ticket) else {
                    return false;
                };
                self.coverage.allows += u64::from(*allow);
                self.coverage.denies += u64::from(!*allow);
                self.oracle.yes = allow.then_some(card.shows);
            }
            Event::Returned { ticket, text, .. } if running == Some(*ticket) => {
                self.coverage.returned += 1;
                self.coverage.navigated += u64::from(text.is_none());
                self.coverage.taints += u64::from(self.oracle.words_came(self.tools));
            }
            Event::Threw { ticket, .. } if running == Some(*ticket) => {
                self.coverage.threw += 1;
                self.coverage.taints += u64::from(self.oracle.words_came(self.tools));
            }
            Event::TimedOut(ticket) => {
                let known = self.timers.len();
                self.timers.retain(|timer| timer != ticket);
                if self.limit.take_if(|limit| *limit == *ticket).is_some() {
                    self.coverage.timed_out += 1;
                }
                return self.timers.len() < known;
            }
            Event::CallCancelled => {
                self.coverage.cancelled += u64::from(running.is_some());
                return running.is_some();
            }
            Event::Aborted => {
                self.coverage.aborts += u64::from(self.active);
                return self.active;
            }
            Event::Reset => {
                self.coverage.resets += 1;
                self.oracle.tainted = false;
            }
            Event::Resumed => {
                let soon = self.cut.is_some_and(|at| self.now - at <= CARRY_ON_MS);
                if soon {
                    self.coverage.carried_on += 1;
                    self.cut = None;
                }
                return soon;
            }
            Event::Suspended => {
                if self.active && self.cut.is_none() && running.is_none() {
                    self.coverage.cuts += 1;
                    self.cut = Some(self.now);
                    // A yes does not outlive the page it was given on.
                    self.oracle.yes = None;
                }
            }
            Event::Configured(config) => self.settings_come(config),
            Event::Asked(_) | Event::Retried | Event::ToolsChanged => {}
            _ => return false,
        }
        true
    }

    pub(super) fn settings_come(&mut self, config: &Config) {
        self.coverage.new_settings += 1;
        if self.active {
            self.pending = Some(config.clone());
        } else {
            self.adopt(config.clone());
        }
    }

    pub(super) fn adopt(&mut self, config: Config) {
        if !config.same_rules(&self.oracle.config) {
            // The conversation starts over, and the words that tainted it are gone.
            self.oracle.tainted = false;
        }
        self.oracle.config = config;
    }
}
