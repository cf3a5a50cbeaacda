//! Carries effects out, and shows each to the oracle first.

use super::oracle::{Card, Finding, Kind, Running, Yes, check_history};
use super::world::World;
use crate::card::ConfirmRequest;
use crate::effect::{Effect, Ticket};
use crate::policy::{By, Reason};

impl World<'_> {
    pub(super) fn carry_out(
        &mut self,
        effects: Vec<Effect>,
        may_turn: bool,
    ) -> Result<(), Finding> {
        let mut written = false;
        for effect in effects {
            match effect {
                Effect::ListTools(ticket) => self.listing = Some(self.seen(ticket)),
                Effect::AskModel { ticket, request } => {
                    self.model = Some(self.seen(ticket));
                    self.coverage.model_turns += 1;
                    check_history(&request.messages, false)?;
                    if may_turn {
                        self.oracle.turn()?;
                    }
                }
                Effect::AskVisitor { ticket, request } => {
                    self.seen(ticket);
                    self.opens_a_card(ticket, &request)?;
                }
                Effect::CallTool { ticket, handle, approval } => {
                    self.seen(ticket);
                    if !written {
                        return Err(Finding::new(
                            Kind::Order,
                            "a call before it was written".to_owned(),
                        ));
                    }
                    self.oracle.judge(self.tools, ticket, handle.0 as usize, &approval)?;
                    self.coverage.calls += 1;
                    match approval.decision().by {
                        By::ReadOnly => self.coverage.calls_read_only += 1,
                        By::PreApproved => self.coverage.calls_pre_approved += 1,
                        _ => self.coverage.calls_allowed += 1,
                    }
                }
                Effect::StartTimer { ticket, .. } => {
                    self.seen(ticket);
                    self.timers.push(ticket);
                    if self.oracle.running.is_some() {
                        self.limit = Some(ticket);
                    }
                }
                Effect::Cancel(ticket) => self.cancelled(ticket),
                Effect::Persist => written = true,
                Effect::Emit(out) => self.told(out)?,
            }
        }
        Ok(())
    }

    /// A card must show what the page declares now.
    fn opens_a_card(&mut self, ticket: Ticket, request: &ConfirmRequest) -> Result<(), Finding> {
        let shown = |place: &usize| self.tools[*place].description == request.tool.description;
        let place = self.oracle.listed_place(&request.call.name).filter(shown);
        let Some(place) = place.filter(|_| self.oracle.config.confirm) else {
            return Err(Finding::new(Kind::Order, format!("a card of {:?}", request.tool)));
        };
        self.coverage.questions += 1;
        self.coverage.questions_after_untrusted +=
            u64::from(request.reason == Reason::AfterUntrusted);
        self.coverage.yes_made_void += u64::from(self.oracle.yes.take().is_some());
        let (id, arguments) = (request.call.id.clone(), request.call.arguments.clone());
        self.oracle.card = Some(Card { ticket, shows: Yes { id, arguments, place } });
        Ok(())
    }

    fn seen(&mut self, ticket: Ticket) -> Ticket {
        self.latest = self.latest.max(ticket.0);
        ticket
    }

    fn cancelled(&mut self, ticket: Ticket) {
        let same = |known: &mut Ticket| *known == ticket;
        self.listing.take_if(same);
        self.model.take_if(same);
        self.limit.take_if(same);
        self.timers.retain(|timer| *timer != ticket);
        self.oracle.card.take_if(|card| card.ticket == ticket);
        self.oracle.running.take_if(|running: &mut Running| running.ticket == ticket);
    }
}
