//! The binary itself: what it prints, where, and how it ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tempfile::TempDir;

use crate::test_app::TestApp;

fn site_agent(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_site-agent"));
    command
        .current_dir(folder)
        .env_clear()
        .env("SITE_AGENT_LISTEN", "127.0.0.1:0")
        .env("SITE_AGENT_SITE_ROOT", folder.join("site"));
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    site_agent(folder).args(arguments).output().expect("it runs")
}

fn built() -> TempDir {
    TestApp::with().into_folder()
}

fn last_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.lines().last().unwrap_or_default().to_owned()
}

/// A program that serves; it does not outlive a test that fails.
struct Started {
    program: Child,
    stdout: BufReader<ChildStdout>,
    log: Option<JoinHandle<String>>,
    /// Its one line.
    line: String,
}

impl Started {
    fn with(mut command: Command) -> Self {
        command.arg("serve").stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = command.spawn().expect("it starts");
        let mut stdout = BufReader::new(program.stdout.take().expect("stdout"));
        let mut stderr = program.stderr.take().expect("stderr");
        // Read while it runs: a full pipe would hold it up.
        let log = thread::spawn(move || {
            let mut log = String::new();
            stderr.read_to_string(&mut log).expect("text");
            log
        });
        let mut line = String::new();
        stdout.read_line(&mut line).expect("a line");
        Self { program, stdout, log: Some(log), line: line.trim_end().to_owned() }
    }

    /// A request by hand; the whole reply.
    fn request(&self, method_and_path: &str, headers: &str, body: &str) -> String {
        let address = self.line.replace("listening on http://", "");
        let mut connection = TcpStream::connect(address).expect("connected");
        let headers = if headers.is_empty() { String::new() } else { format!("{headers}\r\n") };
        let length = body.len();
        let request = format!(
            "{method_and_path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\
             content-length: {length}\r\n\r\n{body}"
        );
        connection.write_all(request.as_bytes()).expect("written");
        let mut reply = String::new();
        connection.read_to_string(&mut reply).expect("read");
        reply
    }

    /// Tells it to stop; what else it printed, and its log.
    fn stop(mut self) -> (String, String) {
        let pid = self.program.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("told").success());
        assert!(self.ended().success());
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).expect("read");
        let log = self.log.take().expect("taken once").join().expect("read");
        (rest, log)
    }

    /// How it ended, which must be soon.
    fn ended(&mut self) -> ExitStatus {
        for _ in 0..200 {
            if let Some(status) = self.program.try_wait().expect("a status") {
                return status;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("it does not end");
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn serve_says_on_stdout_where_it_listens_and_nothing_else() {
    let folder = built();
    let mut command = site_agent(folder.path());
    command.env("SITE_AGENT_PUBLIC_URL", "https://shop.example/agent/");
    let program = Started::with(command);
    let port = program
        .line
        .strip_prefix("listening on http://127.0.0.1:")
        .and_then(|rest| rest.strip_suffix("/agent"));
    let is_port = port.is_some_and(|port| port.parse::<u16>().is_ok_and(|port| port != 0));
    assert!(is_port, "{}", program.line);
    let (rest, log) = program.stop();
    assert_eq!(rest, "", "nothing more on stdout");
    assert!(log.contains("stopped"), "{log}");
}

#[test]
fn what_visitors_say_and_what_is_secret_is_in_no_log_line() {
    let folder = built();
    let mut command = site_agent(folder.path());
    command
        .env("SITE_AGENT_LOG_FILTER", "trace")
        .env("SITE_AGENT_WIDGET_PROVIDER", "openai-compatible")
        .env("SITE_AGENT_WIDGET_MODEL", "the-model")
        .env("SITE_AGENT_WIDGET_API_KEY", "canary-key")
        // Nobody listens there: the failure is logged.
        .env("SITE_AGENT_WIDGET_BASE_URL", "http://127.0.0.1:9/v1");
    let program = Started::with(command);
    let origin = program.line.replace("listening on ", "");
    let prompt = r#"{"version":1,"messages":[{"role":"user","text":"canary-prompt"}],"tools":[]}"#;
    let json = format!("origin: {origin}\r\ncontent-type: application/json");
    let reply = program.request("POST /api/agent", &json, prompt);
    assert!(reply.starts_with("HTTP/1.1 502"), "{reply}");
    let form = "content-type: application/x-www-form-urlencoded\r\ncookie: cart=canary-cookie";
    program.request("POST /api/fn/subscribe_newsletter", form, "email=canary-mail@a.example");
    let found = program.request("GET /shop/search?q=canary-query", "", "");
    assert!(found.starts_with("HTTP/1.1 200"), "{found}");

    let (_, log) = program.stop();
    assert!(log.contains("/api/agent") && log.contains("/shop/search"), "{log}");
    assert!(log.contains("TRACE") || log.contains("DEBUG"), "everything was let through: {log}");
    let told: Vec<_> = log.lines().filter(|line| line.contains("canary")).collect();
    assert!(told.is_empty(), "{told:#?}");
}

#[test]
fn a_wrong_configuration_ends_with_one_clear_line() {
    let folder = built();
    let file = "listen = 'x'\n[widget]\nallowed_origins = ['*']\n";
    std::fs::write(folder.path().join("own.toml"), file).expect("written");
    let output = site_agent(folder.path())
        .env_remove("SITE_AGENT_LISTEN")
        .args(["--config", "own.toml", "config"])
        .output()
        .expect("it runs");
    assert!(!output.status.success());
    let last = last_line(&output);
    assert!(last.contains("the configuration has 2 problems"), "{last}");
    assert!(output.stdout.is_empty());
}

#[test]
fn the_file_in_the_current_folder_is_used() {
    let folder = built();
    let file = "[widget]\nlabel = 'From the file'\n";
    std::fs::write(folder.path().join("site-agent.toml"), file).expect("written");
    let output = run(folder.path(), &["config"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("label = \"From the file\""));
}

#[test]
fn a_missing_build_is_named_with_what_to_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = run(folder.path(), &["serve"]);
    assert!(!output.status.success());
    let last = last_line(&output);
    assert!(last.contains("cargo xtask build") && last.contains("site_root"), "{last}");
}

#[test]
fn migrate_makes_both_databases_and_can_be_repeated() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for _ in 0..2 {
        let output = run(folder.path(), &["migrate"]);
        assert!(output.status.success(), "{}", last_line(&output));
    }
    for file in ["site-agent.db", "traces.db"] {
        assert!(folder.path().join("data").join(file).is_file(), "{file}");
    }
}

#[tokio::test]
async fn two_programs_do_not_share_a_data_folder() {
    let app = TestApp::start().await;
    let output = site_agent(app.data().parent().expect("its folder"))
        .env("SITE_AGENT_DATA_DIR", app.data())
        .arg("serve")
        .output()
        .expect("it runs");
    assert!(!output.status.success());
    assert!(last_line(&output).contains("in use by another site-agent"), "{}", last_line(&output));
}
