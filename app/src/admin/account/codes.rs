//! The second step of signing in, as the account's owner sees it.

use std::fmt;

/// Whether signing in asks for a code.
#[derive(Clone, PartialEq, Eq)]
pub enum Codes {
    /// It does not.
    Off,
    /// It will, once the app has shown its first code.
    Starting {
        /// The secret, for typing it in.
        secret: String,
        /// The address that hands it to an app.
        uri: String,
        /// The same as a picture.
        qr: Qr,
    },
    /// It does.
    On {
        /// Recovery codes that were not used.
        left: u32,
    },
}

impl fmt::Debug for Codes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Off => "Off",
            Self::Starting { .. } => "Starting",
            Self::On { .. } => "On",
        })
    }
}

/// A QR code, as the path of an SVG.
#[derive(Clone, PartialEq, Eq)]
pub struct Qr {
    /// Its width and height, with the quiet edge.
    pub size: usize,
    /// The dark squares.
    pub path: String,
}

/// What is shown to the session that made it, for some minutes.
#[derive(Clone, PartialEq, Eq)]
pub enum Shown {
    /// New recovery codes.
    RecoveryCodes(Vec<String>),
    /// The path of an invitation's link.
    Invitation(String),
}
