//! The public events, which tell a story in order.

use super::oracle::{Finding, Kind};
use super::world::World;
use crate::effect::Out;
use crate::outcome::Outcome;
use crate::policy::By;
use crate::protocol::Code;
use crate::trace::Status;

impl World<'_> {
    /// Somebody listens.
    pub(super) fn told(&mut self, out: Out) -> Result<(), Finding> {
        let wrong = |what: &str| Err(Finding::new(Kind::Order, what.to_owned()));
        match out {
            Out::ToolCall { call } => match &mut self.oracle.open {
                Some(open) if open.id.is_none() && open.name == call.name => {
                    open.id = Some(call.id);
                }
                _ => return wrong("a tool-call that the model did not ask for"),
            },
            Out::ConfirmResult { call, decision } => {
                self.coverage.no_confirm += u64::from(decision.by == By::NoConfirm);
                match &mut self.oracle.open {
                    Some(open) if open.id.as_ref() == Some(&call.id) => {
                        open.allowed = Some(decision.allowed);
                    }
                    _ => return wrong("a confirm-result of no open call"),
                }
            }
            Out::ToolResult { call, outcome, .. } => {
                let open = self.oracle.open.take();
                if open.is_none_or(|open| open.id.as_ref() != Some(&call.id)) {
                    return wrong("a tool-result of no open call");
                }
                self.oracle.yes = None;
                self.coverage.missing += u64::from(outcome == Outcome::Missing);
                self.coverage.invalid += u64::from(outcome == Outcome::Invalid);
                self.coverage.unknown_outcomes += u64::from(outcome == Outcome::Unknown);
            }
            Out::Waiting { .. } => self.coverage.pauses += 1,
            Out::Answer { .. } => self.coverage.answers += 1,
            Out::Error { fault } => {
                self.coverage.no_tools += u64::from(fault.code == Code::NoTools);
            }
            Out::Done { status } => {
                self.coverage.max_steps += u64::from(status == Status::MaxSteps);
                let quiet = self.listing.is_none()
                    && self.model.is_none()
                    && self.timers.is_empty()
                    && self.oracle.card.is_none()
                    && self.oracle.running.is_none()
                    && self.oracle.open.is_none();
                if !self.active || !quiet {
                    return wrong("done before everything was");
                }
                self.active = false;
                self.cut = None;
                if let Some(config) = self.pending.take() {
                    self.adopt(config);
                }
            }
            Out::Thinking { .. }
            | Out::AnswerDelta { .. }
            | Out::ConfirmRequest { .. }
            | Out::Running { .. }
            | Out::Reset => {}
        }
        Ok(())
    }
}
