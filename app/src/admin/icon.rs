//! The dashboard's own few icons: 1.5 px strokes in the colour of the words beside them.

use leptos::prelude::*;

/// Icons that the dashboard uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminIcon {
    /// A tick.
    Check,
    /// A triangle with a mark in it.
    Warning,
    /// A circle with a line through it.
    Stop,
    /// A circle with an i in it.
    Note,
    /// A dot in a circle.
    Dot,
    /// A magnifying glass.
    Search,
    /// An arrow that leaves through a door.
    Leave,
    /// An arrow into a tray.
    Download,
    /// A bin.
    Bin,
    /// An arrow around a circle.
    Replay,
    /// Two sheets.
    Copy,
}

impl AdminIcon {
    /// The icon, silent: the words beside it say what it means.
    pub fn view(self) -> impl IntoView {
        let path = match self {
            Self::Check => "m4 10.5 4 4 8-9",
            Self::Warning => "M10 3.5 17.5 16.5h-15zM10 8.5v4M10 14.4v.1",
            Self::Stop => "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM5.2 5.2l9.6 9.6",
            Self::Note => "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 9.5v4M10 6.6v.1",
            Self::Dot => {
                "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 9.2a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6z"
            }
            Self::Search => "M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4",
            Self::Leave => "M11.5 4h-7v12h7M8.5 10h8M13.5 7l3 3-3 3",
            Self::Download => "M10 3.5v8.5M6.5 8.8 10 12.3l3.5-3.5M3.5 13v3.5h13V13",
            Self::Bin => "M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.8 11h7.4l.8-11M8.5 8.5v5M11.5 8.5v5",
            Self::Replay => "M15.5 7A6.5 6.5 0 1 0 16.5 10M16 3.5V7h-3.5",
            Self::Copy => "M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z",
        };
        view! {
            <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
                <path d=path></path>
            </svg>
        }
    }
}
