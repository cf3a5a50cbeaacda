//! The accept loop: connections in, bounded in number and in how long their head may take, and a
//! calm end.
//!
//! `axum::serve` sets no timer on a connection, so a client that sends its head a byte at a time is
//! held for ever, and one that never reads holds its reply; that is why this loop is ours. The end
//! has an order: the caller makes `/readyz` say no, [`serve`] keeps accepting for
//! [`Limits::notice`] so that a load balancer can see it, then closes the door, lets what runs
//! finish, and after [`Limits::drain`] leaves whoever is still there.

mod unread;
mod wire;

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

use unread::Unread;
use wire::{Late, Wire};

/// The bounds of the accept loop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long a request's head may take, and how long an idle connection is kept.
    pub head: Duration,
    /// How long a client may take nothing of its reply.
    pub reply: Duration,
    /// Connections at once; the next ones wait in the system's queue.
    pub connections: usize,
    /// How long new connections are still taken after the end was announced.
    pub notice: Duration,
    /// How long what runs may take to finish.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            reply: Duration::from_secs(30),
            connections: 4_096,
            notice: Duration::from_millis(500),
            drain: Duration::from_secs(30),
        }
    }
}

/// Serves `app` on `listener` until `end` completes, then winds down within the limits.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    limits: Limits,
    end: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head);

    let end = async {
        end.await;
        tokio::time::sleep(limits.notice).await;
    };
    tokio::pin!(end);
    loop {
        let (stream, peer, place) = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = &mut end => break,
        };
        let app = app.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(|body| Body::new(Unread::new(body)));
            request.extensions_mut().insert(ConnectInfo(peer));
            app.clone().oneshot(request)
        });
        let late = Late::default();
        let wire = Wire::new(stream, limits.reply, late.clone());
        let connection = builder.serve_connection(TokioIo::new(wire), service);
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            let _held = place;
            // Pinned, so that the wire is still there when its end is judged.
            let mut watched = pin!(watched);
            // How a connection ends is the client's affair: a closed tab is no error of ours.
            if let Err(error) = watched.as_mut().await {
                tracing::debug!(%peer, %error, "connection ended");
                if error.is_timeout() {
                    late.is_so();
                }
            }
        });
    }
    drop(listener);
    let open = graceful.count();
    if tokio::time::timeout(limits.drain, graceful.shutdown()).await.is_err() {
        tracing::warn!(open, "some requests did not end in time and were cut off");
    }
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed, so there is always a place in the end.
    let place = Arc::clone(places).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Small replies should not wait for a full packet.
                let _ = stream.set_nodelay(true);
                return (stream, peer, place);
            }
            // Out of file handles, most likely: accepting again at once would spin.
            Err(error) => {
                tracing::warn!(%error, "could not accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}
