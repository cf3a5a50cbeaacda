//! What was done about an account, as a word for an address and a sentence for a person.

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// The session ended.
    SignedOut,
    /// A new password, by somebody signed in.
    PasswordChanged,
    /// A new password, by a link.
    PasswordReset,
    /// A session was ended.
    SessionEnded,
    /// All sessions but this one were ended.
    OthersEnded,
    /// Sign-in asks for a code from now on.
    CodesOn,
    /// It does not any more.
    CodesOff,
    /// There are new recovery codes.
    NewRecoveryCodes,
    /// Somebody was invited.
    Invited,
    /// An invitation was taken back.
    InvitationEnded,
    /// Somebody's role is another one.
    RoleChanged,
    /// An account was removed.
    Removed,
    /// Runs are kept longer or shorter.
    RetentionChanged,
}

const ALL: [(Done, &str, &str); 13] = [
    (Done::SignedOut, "signed-out", "You are signed out."),
    (
        Done::PasswordChanged,
        "password-changed",
        "Your password is changed. Your other sessions were ended.",
    ),
    (Done::PasswordReset, "password-reset", "The password is changed. Sign in with the new one."),
    (Done::SessionEnded, "session-ended", "The session was ended."),
    (Done::OthersEnded, "others-ended", "All your other sessions were ended."),
    (
        Done::CodesOn,
        "codes-on",
        "Signing in asks for a code from now on. Keep the recovery codes below somewhere safe.",
    ),
    (Done::CodesOff, "codes-off", "Signing in asks for no code any more."),
    (
        Done::NewRecoveryCodes,
        "new-recovery-codes",
        "There are new recovery codes. The old ones do not work any more.",
    ),
    (Done::Invited, "invited", "Send the link below to whom you invite: it is shown only now."),
    (Done::InvitationEnded, "invitation-ended", "The invitation does not work any more."),
    (Done::RoleChanged, "role-changed", "The role is changed. It holds at once."),
    (Done::Removed, "removed", "The account is removed, and its sessions were ended."),
    (Done::RetentionChanged, "retention-changed", "It holds from now on."),
];

impl Done {
    /// The word for an address.
    pub fn word(self) -> &'static str {
        ALL.iter().find(|(done, ..)| *done == self).map_or("", |(_, word, _)| word)
    }

    /// The sentence.
    pub fn sentence(self) -> &'static str {
        ALL.iter().find(|(done, ..)| *done == self).map_or("", |(_, _, sentence)| sentence)
    }

    /// What a word says was done.
    pub fn parse(word: &str) -> Option<Self> {
        ALL.iter().find(|(_, known, _)| *known == word).map(|(done, ..)| *done)
    }
}
