//! What the forms about accounts are sent to, one a file: `/api/fn/admin/open/…` for everybody,
//! `/api/fn/admin/view/…` for whoever is signed in, `/api/fn/admin/own/…` for owners. The server
//! holds these three apart before a function is reached.

mod join;
mod log_in;
mod log_out;
mod reset_password;
