//! The floor under every proxy: a relay that copies bytes both ways and looks at none of them. What
//! a proxy costs beyond it is what it does.

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

use crate::Outcome;

/// Relays to `upstream` until it is killed; its one line says where it listens.
pub(crate) async fn run(upstream: &str) -> Outcome {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    loop {
        let (mut client, _) = listener.accept().await?;
        let upstream = upstream.to_owned();
        tokio::spawn(async move {
            let mut model = TcpStream::connect(upstream).await?;
            client.set_nodelay(true)?;
            model.set_nodelay(true)?;
            copy_bidirectional(&mut client, &mut model).await
        });
    }
}
