//! Effects on their way out: each becomes a kind, a ticket and a text for `host.js`.

use site_agent_core::effect::Ticket;
use site_agent_core::policy::Approval;
use site_agent_core::public;
use site_agent_core::tool::Handle;
use site_agent_core::wire;
use site_agent_core::wire::Wire;
use site_agent_core::{Effect, Session};

use crate::settings::Confirm;
use crate::shell::{self, Page};
use site_agent_core::text::digits;

wire! {
    /// The text of `call-tool`. The arguments stay text, so that they arrive as they were approved.
    struct ToolCall {
        handle: u32,
        name: String,
        arguments: String,
    }
}

/// Carries one effect out; nothing may be borrowed, since the page may answer at once.
pub(crate) fn carry(id: u32, effect: Effect, page: &dyn Page) {
    match effect {
        Effect::ListTools(ticket) => page.effect(id, "list-tools", ticket.0, ""),
        Effect::AskModel { ticket, request } => {
            page.effect(id, "ask-model", ticket.0, &request.to_text());
        }
        Effect::AskVisitor { ticket, request } => {
            // The panel hears of the question as a public event.
            if shell::with_shell(id, |shell| shell.confirm) == Some(Confirm::Host) {
                page.effect(id, "ask-visitor", ticket.0, &public::question(&request));
            }
        }
        Effect::CallTool { ticket, handle, approval } => {
            page.effect(id, "call-tool", ticket.0, &tool_call(handle, &approval));
        }
        Effect::StartTimer { ticket, ms } => {
            page.effect(id, "start-timer", ticket.0, &digits(ms));
        }
        Effect::Cancel(ticket) => {
            forget(id, ticket);
            page.effect(id, "cancel", ticket.0, "");
        }
        Effect::Persist => {
            if let Some(snapshot) = shell::with_session(id, Session::snapshot) {
                page.effect(id, "persist", 0, &snapshot);
            }
        }
        Effect::Emit(out) => {
            if let Some(event) = public::event(&out) {
                page.effect(id, "emit", 0, &event);
            }
        }
    }
}

fn tool_call(handle: Handle, approval: &Approval) -> String {
    let call = approval.call();
    let call =
        ToolCall { handle: handle.0, name: call.name.clone(), arguments: call.arguments_text() };
    call.to_text()
}

/// A model call that was dropped does not need its half response.
fn forget(id: u32, ticket: Ticket) {
    shell::with_shell(id, |shell| {
        shell.incoming.take_if(|incoming| incoming.ticket == ticket);
    });
}
