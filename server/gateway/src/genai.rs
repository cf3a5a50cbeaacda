//! The names under which OpenTelemetry's conventions for generative AI know what a step is
//! (open-telemetry/semantic-conventions-genai, status: development). Every name that a log line, a
//! metric, a trace or an export uses comes from here, so that a change of theirs is a change of one
//! file. Exports name the version that they follow, [`SCHEMA_URL`]; what the conventions have no
//! word for is under `site_agent.`.

use crate::config::{Model, Provider};

/// The version of the conventions: the last before they moved and changed their names.
pub const SCHEMA_URL: &str = "https://opentelemetry.io/schemas/1.41.1";

/// What is done: [`CHAT`], and in exports of whole runs [`INVOKE_AGENT`] and [`EXECUTE_TOOL`], too.
pub const OPERATION_NAME: &str = "gen_ai.operation.name";
/// A turn of a model.
pub const CHAT: &str = "chat";
/// A run: a message of a visitor and all that followed.
pub const INVOKE_AGENT: &str = "invoke_agent";
/// A call of a tool.
pub const EXECUTE_TOOL: &str = "execute_tool";
/// The widget.
pub const AGENT_ID: &str = "gen_ai.agent.id";
/// The same, for people.
pub const AGENT_NAME: &str = "gen_ai.agent.name";
/// The run, which is all that is stored of a conversation.
pub const CONVERSATION_ID: &str = "gen_ai.conversation.id";
/// What went in, as a JSON text of messages.
pub const INPUT_MESSAGES: &str = "gen_ai.input.messages";
/// What came out, as a JSON text of messages.
pub const OUTPUT_MESSAGES: &str = "gen_ai.output.messages";
/// A tool's name.
pub const TOOL_NAME: &str = "gen_ai.tool.name";
/// The id of a call.
pub const TOOL_CALL_ID: &str = "gen_ai.tool.call.id";
/// A call's arguments, as a JSON text.
pub const TOOL_CALL_ARGUMENTS: &str = "gen_ai.tool.call.arguments";
/// A call's result.
pub const TOOL_CALL_RESULT: &str = "gen_ai.tool.call.result";
/// What kind of tool: always [`FUNCTION`].
pub const TOOL_TYPE: &str = "gen_ai.tool.type";
/// Runs where the visitor is.
pub const FUNCTION: &str = "function";
/// The path of a page, without its query.
pub const URL_PATH: &str = "url.path";

/// Ours: the origin of the page.
pub const PAGE_ORIGIN: &str = "site_agent.page.origin";
/// Ours: what the visitor was shown as the run's name.
pub const RUN_CODE: &str = "site_agent.run.code";
/// Ours: how the run ended.
pub const RUN_STATUS: &str = "site_agent.run.status";
/// Ours: an event, the page's tools were looked at.
pub const TOOLS_DISCOVERED: &str = "site_agent.tools.discovered";
/// Ours: an event, the run went on on another page.
pub const PAGE_CHANGED: &str = "site_agent.page.changed";
/// Ours: an event, a call was decided about.
pub const APPROVAL: &str = "site_agent.approval";
/// Ours: `accepted`, `rejected` or `not_required`; absent while nothing was decided.
pub const APPROVAL_DECISION: &str = "site_agent.approval.decision";
/// Ours: who decided.
pub const APPROVAL_SOURCE: &str = "site_agent.approval.source";
/// Ours: why it was asked.
pub const APPROVAL_REASON: &str = "site_agent.approval.reason";
/// Ours: how long the question was open.
pub const APPROVAL_WAIT_MS: &str = "site_agent.approval.wait_ms";
/// Ours: how a call ended.
pub const TOOL_OUTCOME: &str = "site_agent.tool.outcome";
/// Ours: names of tools on offer.
pub const TOOLS_OFFERED: &str = "site_agent.tools.offered";
/// Ours: tools that were left out, each with its reason.
pub const TOOLS_DROPPED: &str = "site_agent.tools.dropped";
/// Ours: a step that this version does not know, by its kind.
pub const UNKNOWN_STEP: &str = "site_agent.step.unknown";
/// Whose API was asked, as [`provider_name`] says it.
pub const PROVIDER_NAME: &str = "gen_ai.provider.name";
/// The model as it was asked for.
pub const REQUEST_MODEL: &str = "gen_ai.request.model";
/// The model as the reply names it.
pub const RESPONSE_MODEL: &str = "gen_ai.response.model";
/// Tokens read, those from a cache among them.
pub const INPUT_TOKENS: &str = "gen_ai.usage.input_tokens";
/// Tokens written, those of reasoning among them.
pub const OUTPUT_TOKENS: &str = "gen_ai.usage.output_tokens";
/// The code of protocol 1 under which a step failed.
pub const ERROR_TYPE: &str = "error.type";
/// A histogram: how long a step took, in seconds.
pub const OPERATION_DURATION: &str = "gen_ai.client.operation.duration";
/// A histogram: tokens of a step, by [`TOKEN_TYPE`].
pub const TOKEN_USAGE: &str = "gen_ai.client.token.usage";
/// `input` or `output`.
pub const TOKEN_TYPE: &str = "gen_ai.token.type";

/// The value of [`PROVIDER_NAME`]; the last two are ours, since the conventions have none for them.
#[must_use]
pub fn provider_name(model: &Model) -> &'static str {
    match model {
        Model::Remote(remote) => match remote.provider {
            Provider::Anthropic => "anthropic",
            Provider::OpenAi => "openai",
            Provider::Gemini => "gcp.gemini",
            Provider::OpenAiCompatible => "openai_compatible",
        },
        Model::Rules => "rules",
    }
}
