//! The filters that the page of runs offers, put together.

use crate::made::Chance;

/// Each field with what is frequent, what is rare, what is long past and what is nowhere.
const PARTS: [&[&str]; 9] = [
    &["status:answered", "status:error", "status:aborted", "status:max-steps"],
    &["decision:allowed", "decision:asked", "decision:denied"],
    &["tool:search_products", "tool:choose_demo", "tool:odd_tool", "tool:no_such_tool"],
    &["model:model-3", "model:proxy", "model:past", "model:no-such-model"],
    &["widget:default", "widget:second", "widget:none"],
    &["origin:https://shop-2.example", "origin:https://past.example", "origin:https://x.example"],
    &["level:full", "level:metadata"],
    &["after:7d", "after:80d"],
    &["before:2d", "before:60d"],
];
/// Of three to five parts there are too many for all.
const LARGER: usize = 200;

/// Every part alone, every two of different fields, and some of more.
pub(crate) fn combinations() -> Vec<String> {
    let mut lines = vec![String::new()];
    for (nth, field) in PARTS.iter().enumerate() {
        for part in *field {
            lines.push((*part).to_owned());
            for other in PARTS[nth + 1..].iter().copied().flatten() {
                lines.push(format!("{part} {other}"));
            }
        }
    }
    let mut chance = Chance::from(5);
    for _ in 0..LARGER {
        let mut parts = Vec::new();
        for field in PARTS {
            if chance.below(5) < 2 {
                parts.push(field[usize::try_from(chance.below(field.len() as u64)).unwrap_or(0)]);
            }
        }
        lines.push(parts.join(" "));
    }
    lines.push("code:0000-0000".to_owned());
    lines
}
