//! A running program for one test, and requests to it that read like sentences.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, redirect};
use site_agent::listener::Limits;
use site_agent::widgets::Widgets;
use site_agent::{Bound, Config};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A hashed name as a build makes it.
pub(crate) const STYLE: &str = "/pkg/site-0123456789ab.css";

/// The program, serving until the value goes away.
pub(crate) struct TestApp {
    url: String,
    metrics: Option<SocketAddr>,
    set_up: Option<String>,
    client: Client,
    widgets: Arc<Widgets>,
    folder: TempDir,
    stop: Option<oneshot::Sender<()>>,
    served: Option<JoinHandle<()>>,
}

/// How a program is set up before it starts.
pub(crate) struct Setup {
    folder: TempDir,
    variables: Vec<(String, String)>,
    limits: Limits,
}

impl TestApp {
    /// With nothing configured.
    pub(crate) async fn start() -> Self {
        Self::with().start().await
    }

    /// With a setup.
    pub(crate) fn with() -> Setup {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let app = Setup { folder, variables: Vec::new(), limits: Limits::default() };
        app.file(
            "manifest.json",
            r#"{"css":"/pkg/site-0123456789ab.css","js":"/pkg/site-0123456789ab.js",
                "wasm":"/pkg/site-0123456789ab.wasm","embed":"/embed.js"}"#,
        )
        .file(&STYLE[1..], "body { margin: 0 }")
        .file("embed.js", "// the tag")
    }

    /// Where it listens, with the base path.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Its origin, as its own pages send it.
    pub(crate) fn origin(&self) -> String {
        self.url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
    }

    /// The link for the first account that it made when it started.
    pub(crate) fn set_up_link(&self) -> Option<&str> {
        self.set_up.as_deref()
    }

    /// Its widgets, as the dashboard's pages reach them.
    pub(crate) fn widgets(&self) -> &dyn site_agent_app::ports::Widgets {
        self.widgets.as_ref()
    }

    /// Its data folder.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A GET of a path below the base.
    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send(self.request(Method::GET, path)).await
    }

    /// What it shows where metrics are.
    pub(crate) async fn metrics(&self) -> Reply {
        let address = self.metrics.expect("metrics are on");
        self.send(self.client.get(format!("http://{address}/metrics"))).await
    }

    /// A GET of a path beside the base.
    pub(crate) async fn get_beside_base(&self, path: &str) -> Reply {
        self.send(self.client.get(format!("{}{path}", self.origin()))).await
    }

    /// A request to a path below the base, to be completed and sent.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    /// Sends it and reads the whole reply.
    pub(crate) async fn send(&self, request: RequestBuilder) -> Reply {
        Reply::read(request.send().await.expect("the program answers")).await
    }

    /// A bare connection, for what no well-behaved client sends.
    pub(crate) async fn connect(&self) -> TcpStream {
        let address = self.origin().replace("http://", "");
        TcpStream::connect(address).await.expect("connected")
    }

    /// Announces the end, without waiting for it.
    pub(crate) fn announce_end(&mut self) {
        self.stop.take().expect("announced once").send(()).expect("it still runs");
    }

    /// Waits for the end that was announced.
    pub(crate) async fn ended(&mut self) {
        self.served.take().expect("served once").await.expect("it ended well");
    }

    /// Ends it and starts another one on the same data, after `change` was done to the site's
    /// files.
    pub(crate) async fn restart_after(mut self, change: impl FnOnce(&Path)) -> Self {
        self.announce_end();
        self.ended().await;
        change(&self.folder.path().join("site"));
        let Self { folder, .. } = self;
        Setup { folder, variables: Vec::new(), limits: Limits::default() }.start().await
    }
}

impl Setup {
    /// Sets a key by its variable.
    pub(crate) fn set(mut self, variable: &str, value: &str) -> Self {
        self.variables.push((format!("SITE_AGENT_{variable}"), value.to_owned()));
        self
    }

    /// Puts a file into the site's folder.
    pub(crate) fn file(self, name: &str, content: &str) -> Self {
        let path = self.folder.path().join("site").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, content).expect("written");
        self
    }

    /// Bounds of the accept loop.
    pub(crate) fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The folder alone, for a program that is started otherwise.
    pub(crate) fn into_folder(self) -> TempDir {
        self.folder
    }

    /// Starts it on a free port.
    pub(crate) async fn start(self) -> TestApp {
        let Self { folder, mut variables, mut limits } = self;
        limits.notice = limits.notice.min(std::time::Duration::from_millis(500));
        for (name, value) in [("DATA_DIR", "data"), ("SITE_ROOT", "site")] {
            let path = folder.path().join(value).display().to_string();
            variables.push((format!("SITE_AGENT_{name}"), path));
        }
        if !variables.iter().any(|(name, _)| name == "SITE_AGENT_LISTEN") {
            variables.push(("SITE_AGENT_LISTEN".into(), "127.0.0.1:0".into()));
        }
        let config = Config::load(None, variables).expect("a good configuration");
        let bound = Bound::new(config).await.expect("it starts");
        let (url, metrics) = (bound.url(), bound.metrics_address());
        let set_up = bound.set_up_link();
        let widgets = Arc::clone(bound.widgets());
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(bound.run_within(limits, async {
            let _ = stopped.await;
        }));
        // The client speaks plain HTTP here, but is not made without a provider for TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .no_proxy()
            .build()
            .expect("a client");
        TestApp {
            url,
            metrics,
            set_up,
            client,
            widgets,
            folder,
            stop: Some(stop),
            served: Some(served),
        }
    }
}

/// A reply that was read to its end.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    async fn read(response: Response) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.bytes().await.expect("a whole body").to_vec();
        Self { status, headers, body }
    }

    /// A header as text; empty when absent.
    pub(crate) fn header(&self, name: &str) -> &str {
        let name: HeaderName = name.parse().expect("a header's name");
        self.headers.get(name).map(HeaderValue::to_str).and_then(Result::ok).unwrap_or_default()
    }

    /// The body as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }

    /// The body as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}
