//! The rules of the agent as scenes between a page, a model, a visitor and a session.

mod bounds;
mod consent;
mod cut;
mod data;
mod frozen;
mod late;
mod life;
mod page;
mod record;
mod room;
mod sources;
