//! Server functions that are contracts of their own. Those of the shop stand beside the shop.

pub mod agent_turn;
