//! Other gateways that somebody might pick instead, measured beside ours where they are installed.
//! They do other work than ours, so that a figure says what a step costs with each, not whose code
//! is better. Where one is not installed, a line says how it would be.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio::time::sleep;

use crate::Outcome;
use crate::connection::Connection;
use crate::process::Process;
use crate::question;
use crate::target::{Target, chat};

/// One of them.
struct Rival {
    name: &'static str,
    /// The command, looked for in `PATH`.
    command: &'static str,
    install: &'static str,
    arguments: fn(port: u16, settings: &str) -> Vec<String>,
    settings: (&'static str, fn(upstream: &str) -> String),
    request: fn(upstream: &str) -> Vec<u8>,
}

const RIVALS: [Rival; 3] = [
    Rival {
        name: "LiteLLM",
        command: "litellm",
        install: "pip install 'litellm[proxy]'",
        arguments: |port, settings| {
            ["--host", "127.0.0.1", "--port", &port.to_string(), "--config", settings]
                .map(str::to_owned)
                .into()
        },
        settings: ("litellm.yaml", |upstream| {
            format!(
                "model_list:\n- model_name: bench-model\n  litellm_params:\n    \
                 model: openai/bench-model\n    api_base: http://{upstream}/v1\n    \
                 api_key: sk-bench\n"
            )
        }),
        request: |_| chat("/v1/chat/completions").to_vec(),
    },
    Rival {
        name: "Portkey",
        command: "portkey-gateway",
        install: "npm install @portkey-ai/gateway, and link its `build/start-server.js` as `portkey-gateway` into PATH",
        arguments: |port, _| vec![format!("--port={port}"), "--headless".into()],
        settings: ("portkey.txt", |_| String::new()),
        request: |upstream| {
            let headers = [
                ("authorization", "Bearer sk-bench"),
                ("x-portkey-provider", "openai"),
                (
                    "x-portkey-custom-host",
                    &format!("http://{}/v1", upstream.replace("127.0.0.1", "localhost")),
                ),
            ];
            question::request("/v1/chat/completions", &headers, &question::chat("bench-model"))
        },
    },
    Rival {
        name: "TensorZero",
        command: "tensorzero-gateway",
        install: "build its `gateway` and link it as `tensorzero-gateway` into PATH",
        arguments: |_, settings| vec!["--config-file".into(), settings.into()],
        settings: ("tensorzero.toml", |upstream| {
            format!(
                "[gateway]\nbind_address = \"127.0.0.1:PORT\"\nobservability.enabled = false\n\
                 [models.bench-model]\nrouting = [\"bench\"]\n[models.bench-model.providers.bench]\n\
                 type = \"openai\"\nmodel_name = \"bench-model\"\napi_base = \"http://{upstream}/v1\"\n\
                 api_key_location = \"env::OPENAI_API_KEY\"\n"
            )
        }),
        request: |_| {
            let key = [("authorization", "Bearer sk-bench")];
            let body = question::chat("tensorzero::model_name::bench-model");
            question::request("/openai/v1/chat/completions", &key, &body)
        },
    },
];

/// Those that are installed, started; the others with a line each.
pub(crate) async fn start(folder: &Path, upstream: &str) -> Vec<Target> {
    let mut started = Vec::new();
    for rival in &RIVALS {
        if !is_installed(rival.command) {
            eprintln!("  {} is not installed: skipped ({})", rival.name, rival.install);
            continue;
        }
        match rival.start(folder, upstream).await {
            Ok(target) => started.push(target),
            Err(error) => eprintln!("  {} does not start: skipped ({error})", rival.name),
        }
    }
    started
}

fn is_installed(command: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(command).is_file())
}

impl Rival {
    async fn start(&self, folder: &Path, upstream: &str) -> Outcome<Target> {
        let port = TcpListener::bind("127.0.0.1:0").await?.local_addr()?.port();
        let (name, content) = self.settings;
        let settings = folder.join(name);
        std::fs::write(&settings, content(upstream).replace("PORT", &port.to_string()))?;
        let mut command = Command::new(self.command);
        command
            .args((self.arguments)(port, &settings.display().to_string()))
            .env("OPENAI_API_KEY", "sk-bench")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let (process, _) = Process::start(&mut command)?;
        let address = format!("127.0.0.1:{port}");
        let mut waits = 0;
        while TcpStream::connect(&address).await.is_err() {
            waits += 1;
            if waits > 600 {
                return Err("it did not listen within a minute".into());
            }
            sleep(Duration::from_millis(100)).await;
        }
        let request = (self.request)(upstream);
        match Connection::to(&address).await?.exchange(&request).await? {
            200 => {
                let (request, process) = (request.into(), Some(process));
                Ok(Target { name: self.name, address, request, process })
            }
            status => Err(format!("it answers a step with {status}").into()),
        }
    }
}
