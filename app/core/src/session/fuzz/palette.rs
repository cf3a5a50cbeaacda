//! The tools that a page may declare: a few names, each in several definitions. A tool's handle is
//! its place in the palette, so that the oracle knows from the handle alone what would run.

use crate::json;
use crate::tool::{Definition, Handle, Hints, Tool};

pub(super) const NAMES: [&str; 8] =
    ["search", "reviews", "add", "edit", "order", "bare", "half", "frame"];

/// Names that the owner's list holds.
pub(super) const PRE_APPROVED: [&str; 5] = ["add", "order", "bare", "half", "frame"];

/// Definitions of one name.
pub(super) const VARIANTS: usize = 5;

/// Where the definition of that name begins.
pub(super) fn place(name: usize, variant: usize) -> usize {
    name * VARIANTS + variant
}

pub(super) fn tools() -> Vec<Tool> {
    let mut tools = Vec::new();
    for name in NAMES {
        for variant in 0..VARIANTS {
            let handle = u32::try_from(tools.len()).expect("few tools");
            let definition = Definition {
                name: name.to_owned(),
                title: String::new(),
                description: format!("definition {variant}"),
                input_schema: (variant == 4)
                    .then(|| json::parse(r#"{"type":"object","required":["n"]}"#).expect("JSON")),
                hints: hints(name, variant),
            };
            let mut tool = Tool::new(Handle(handle), definition);
            tool.framed = name == "frame";
            tool.waits_for_submit = name == "edit";
            tools.push(tool);
        }
    }
    tools
}

fn hints(name: &str, variant: usize) -> Option<Hints> {
    let reads = Hints { read_only: Some(true), untrusted: Some(false), consequential: Some(false) };
    let writes = Hints { read_only: Some(false), ..reads };
    let base = match name {
        "search" => reads,
        "reviews" => Hints { untrusted: Some(true), ..reads },
        "order" => Hints { consequential: Some(true), ..writes },
        "half" => Hints { consequential: None, ..writes },
        "bare" => return None,
        _ => writes,
    };
    match variant {
        2 => Some(Hints { consequential: Some(true), ..base }),
        3 => Some(Hints { read_only: Some(true), ..base }),
        _ => Some(base),
    }
}
