//! The signals that end the program.

/// Completes when the program is told to stop.
pub(super) async fn to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Completes when the program is told a second time: somebody does not want to wait.
pub(super) async fn to_stop_at_once() {
    to_stop().await;
    to_stop().await;
}
