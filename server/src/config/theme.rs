//! What the hosted tag learns about the widget: words and looks, nothing secret.

use super::problem::Problems;
use super::settings::Settings;

/// The public settings of a widget. What is absent keeps the element's own default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// On the launcher.
    pub label: Option<String>,
    /// Over the panel.
    pub heading: Option<String>,
    /// In the empty composer.
    pub placeholder: Option<String>,
    /// Offered to an empty conversation.
    pub suggestions: Vec<String>,
    /// `auto`, `light` or `dark`.
    pub theme: Option<String>,
    /// The corner: `end` or `start`.
    pub position: Option<String>,
    /// A language tag.
    pub lang: Option<String>,
    /// The order of models: `chrome`, `proxy`, `rules`.
    pub models: Vec<String>,
    /// Tools that need no question, within the rules that always ask.
    pub pre_approved: Vec<String>,
    /// Model steps in one run.
    pub max_steps: Option<u32>,
}

impl Appearance {
    pub(super) fn read(settings: &Settings, problems: &mut Problems) -> Self {
        let text = |key: &str| settings.text(key).map(str::to_owned);
        let mut appearance = Self {
            label: text("widget.label"),
            heading: text("widget.heading"),
            placeholder: text("widget.placeholder"),
            suggestions: settings.list("widget.suggestions").to_vec(),
            theme: text("widget.theme"),
            position: text("widget.position"),
            lang: text("widget.lang"),
            models: settings.list("widget.models").to_vec(),
            pre_approved: settings.list("widget.pre_approved").to_vec(),
            max_steps: None,
        };
        appearance.max_steps = settings.number("widget.max_steps", 1..=50, problems);
        one_of("widget.theme", &["auto", "light", "dark"], settings, problems);
        one_of("widget.position", &["start", "end"], settings, problems);
        for model in &appearance.models {
            if !["chrome", "proxy", "rules"].contains(&model.as_str()) {
                let message =
                    format!("\"{model}\" is not a model; write \"chrome\", \"proxy\" or \"rules\"");
                problems.add(settings.place("widget.models"), message);
            }
        }
        for name in appearance.pre_approved.iter().filter(|name| name.contains(char::is_whitespace))
        {
            let message = format!("\"{name}\" is not a tool's name; write one name an entry");
            problems.add(settings.place("widget.pre_approved"), message);
        }
        appearance
    }
}

fn one_of(key: &str, allowed: &[&str], settings: &Settings, problems: &mut Problems) {
    let Some(text) = settings.text(key).filter(|text| !allowed.contains(text)) else { return };
    let choices = allowed.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
    problems.add(settings.place(key), format!("\"{text}\" is not known; write {choices}"));
}
