//! Whether a provider's API would take what reached it.

#[path = "../../../src/fuzz/rules.rs"]
mod rules;

use self::rules::Api;
use super::said::Wire;
use crate::app::KEY;
use crate::fake::Asked;

/// Why the API would refuse it.
pub(crate) fn check(wire: Wire, asked: &Asked) -> Result<(), String> {
    if asked.path.contains(KEY) {
        return Err("the key is in the URL".to_owned());
    }
    let api = match wire {
        Wire::Anthropic => Api::Anthropic,
        Wire::Chat => Api::Chat("max_completion_tokens"),
        Wire::Compatible => Api::Chat("max_tokens"),
        Wire::Responses => Api::Responses,
        Wire::Gemini => Api::Gemini,
    };
    rules::check(api, &asked.body)
}
