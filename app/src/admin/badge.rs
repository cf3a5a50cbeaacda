//! A state in a word, told by icon and word, never by colour alone.

use leptos::prelude::*;

use super::icon::AdminIcon;

/// What kind of state it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As it should be.
    Good,
    /// Worth a look.
    Warning,
    /// Failed, or denied.
    Bad,
    /// Neither.
    #[default]
    Plain,
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Self::Good => "state good",
            Self::Warning => "state warning",
            Self::Bad => "state bad",
            Self::Plain => "state",
        }
    }

    fn icon(self) -> AdminIcon {
        match self {
            Self::Good => AdminIcon::Check,
            Self::Warning => AdminIcon::Warning,
            Self::Bad => AdminIcon::Stop,
            Self::Plain => AdminIcon::Dot,
        }
    }
}

/// A small label.
#[component]
pub fn Badge(
    /// What it says.
    #[prop(into)]
    word: String,
    /// What kind of state that is.
    #[prop(optional)]
    tone: Tone,
    /// Another icon than the tone's own.
    #[prop(optional)]
    icon: Option<AdminIcon>,
) -> impl IntoView {
    view! {
        <span class=tone.class()>
            {icon.unwrap_or_else(|| tone.icon()).view()} <span dir="auto">{word}</span>
        </span>
    }
}
