//! The program as its clients meet it: the true router on a port of its own, a fresh data folder,
//! real requests.

mod agent;
mod backup;
mod base_path;
mod check_model;
mod command_line;
mod config;
mod dashboard;
mod dashboard_doors;
mod files;
mod frame;
mod functions;
mod health;
mod limits;
mod listener;
mod log_in;
mod observed;
mod own_account;
mod pages;
mod people;
mod replays;
mod secrets;
mod set_up;
mod settings;
mod slow;
mod started;
mod stopping;
mod streaming;
mod test_app;
mod trace_tests;
mod traces;
mod two_step;
mod upstream;
mod widget_keys;
mod widget_settings;
mod widgets;
