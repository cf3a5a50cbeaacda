//! What the forms about accounts are sent to, one a file: `/api/fn/admin/open/…` for everybody,
//! `/api/fn/admin/view/…` for whoever is signed in, `/api/fn/admin/own/…` for owners. The server
//! holds these three apart before a function is reached.

mod cancel_codes;
mod change_password;
mod end_invitation;
mod end_other_sessions;
mod end_session;
mod enter_code;
mod invite;
mod join;
mod keep_runs;
mod log_in;
mod log_out;
mod new_recovery_codes;
mod remove_account;
mod reset_password;
mod set_role;
mod start_codes;
mod turn_codes_off;
mod turn_codes_on;

/// The page of the own account.
const SETTINGS: &str = "/admin/settings";
/// Where its second step of signing in is told of.
const CODES: &str = "/admin/settings#codes";
/// Where its sessions are listed.
const SESSIONS: &str = "/admin/settings#sessions";
/// The page of what is stored.
const DATA: &str = "/admin/settings/data";
/// The page of everybody's.
const PEOPLE: &str = "/admin/settings/people";
