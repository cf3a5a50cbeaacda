//! The names under which OpenTelemetry's conventions for generative AI know what a step is
//! (open-telemetry/semantic-conventions-genai, status: development). Every name that a log line, a
//! metric or a trace uses comes from here, so that a change of theirs is a change of one file.

use crate::config::{Model, Provider};

/// What is done: always [`CHAT`].
pub const OPERATION_NAME: &str = "gen_ai.operation.name";
/// The one operation there is.
pub const CHAT: &str = "chat";
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
