//! A model that answers every step with the same call, at once or after a delay, and knows when
//! somebody who asked has gone.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::connection::Connection;
use crate::question;

/// The model.
pub(crate) struct Upstream {
    pub(crate) address: String,
    shared: Arc<Shared>,
    gone: UnboundedReceiver<Instant>,
}

struct Shared {
    delay_ms: AtomicU64,
    /// Requests that came and were not answered yet.
    waiting: AtomicUsize,
    gone: UnboundedSender<Instant>,
    answer: Vec<u8>,
}

impl Upstream {
    pub(crate) async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let (tell, gone) = unbounded_channel();
        let shared = Arc::new(Shared {
            delay_ms: AtomicU64::new(0),
            waiting: AtomicUsize::new(0),
            gone: tell,
            answer: question::answer(),
        });
        let served = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = Arc::clone(&served);
                tokio::spawn(async move { shared.serve(stream).await });
            }
        });
        Ok(Self { address, shared, gone })
    }

    /// From now on answers take this long.
    pub(crate) fn takes(&self, delay: Duration) {
        let ms = u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
        self.shared.delay_ms.store(ms, Ordering::Relaxed);
    }

    /// Requests that wait for their answer.
    pub(crate) fn waiting(&self) -> usize {
        self.shared.waiting.load(Ordering::Relaxed)
    }

    /// When the next one went away that still waited.
    pub(crate) async fn gone(&mut self) -> Option<Instant> {
        self.gone.recv().await
    }
}

impl Shared {
    async fn serve(&self, stream: TcpStream) -> io::Result<()> {
        let mut connection = Connection::of(stream)?;
        while connection.receive().await?.is_some() {
            let delay = Duration::from_millis(self.delay_ms.load(Ordering::Relaxed));
            if !delay.is_zero() {
                self.waiting.fetch_add(1, Ordering::Relaxed);
                let stayed = tokio::select! {
                    () = tokio::time::sleep(delay) => true,
                    () = connection.closed() => false,
                };
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                if !stayed {
                    let _ = self.gone.send(Instant::now());
                    break;
                }
            }
            connection.send(&self.answer).await?;
        }
        Ok(())
    }
}
