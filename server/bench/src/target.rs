//! Somebody who is sent steps.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use tokio::process::Command;

use crate::Outcome;
use crate::process::Process;
use crate::question;

/// Where steps go, as what, and the process that answers them, where it is not ours.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    pub(crate) address: String,
    pub(crate) request: Arc<[u8]>,
    pub(crate) process: Option<Process>,
}

impl Target {
    /// The model itself.
    pub(crate) fn direct(upstream: &str) -> Self {
        Self {
            name: "no proxy",
            address: upstream.to_owned(),
            request: chat("/v1/chat/completions"),
            process: None,
        }
    }

    /// The relay that only copies.
    pub(crate) async fn floor(upstream: &str) -> Outcome<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        let (process, address) = Process::announced(command.args(["floor", upstream])).await?;
        let request = chat("/v1/chat/completions");
        Ok(Self { name: "bytes copied", address, request, process: Some(process) })
    }

    /// The program with everything on, its quotas so high that none is met.
    pub(crate) async fn ours(
        program: &Path,
        site: &Path,
        data: &Path,
        upstream: &str,
    ) -> Outcome<Self> {
        let mut command = Command::new(program);
        command.arg("serve").env_clear().current_dir(data).stderr(Stdio::null());
        for (name, value) in [
            ("LISTEN", "127.0.0.1:0"),
            ("DATA_DIR", &data.display().to_string()),
            ("SITE_ROOT", &site.display().to_string()),
            ("LOG_FORMAT", "json"),
            ("METRICS_LISTEN", "127.0.0.1:0"),
            ("WIDGET_PROVIDER", "openai-compatible"),
            ("WIDGET_MODEL", "bench-model"),
            ("WIDGET_API_KEY", "sk-bench"),
            ("WIDGET_BASE_URL", &format!("http://{upstream}/v1")),
            ("WIDGET_RATE_LIMIT_MAX", "1000000"),
            ("WIDGET_RATE_LIMIT_WINDOW_MS", "1000"),
            ("WIDGET_DAILY_REQUESTS", "4294967295"),
            ("WIDGET_DAILY_TOKENS", "4294967295"),
        ] {
            command.env(format!("SITE_AGENT_{name}"), value);
        }
        let (process, address) = Process::announced(&mut command).await?;
        let origin = format!("http://{address}");
        let step = question::protocol_one();
        let request = question::request("/api/agent", &[("origin", &origin)], &step).into();
        Ok(Self { name: "site-agent", address, request, process: Some(process) })
    }
}

/// The step as a provider's client sends it.
pub(crate) fn chat(path: &str) -> Arc<[u8]> {
    let key = [("authorization", "Bearer sk-bench")];
    question::request(path, &key, &question::chat("bench-model")).into()
}
