//! The binary itself, run as an owner runs it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tempfile::TempDir;

use crate::test_app::TestApp;

/// A command that finds a build in `folder` and nothing else of this machine.
pub(crate) fn site_agent(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_site-agent"));
    command
        .current_dir(folder)
        .env_clear()
        .env("SITE_AGENT_LISTEN", "127.0.0.1:0")
        .env("SITE_AGENT_SITE_ROOT", folder.join("site"));
    command
}

/// Runs it to its end.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    site_agent(folder).args(arguments).output().expect("it runs")
}

/// A folder with a build.
pub(crate) fn built() -> TempDir {
    TestApp::with().into_folder()
}

/// What it said last.
pub(crate) fn last_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.lines().last().unwrap_or_default().to_owned()
}

/// A program that serves; it does not outlive a test that fails.
pub(crate) struct Started {
    program: Child,
    stdout: BufReader<ChildStdout>,
    log: Option<JoinHandle<String>>,
    /// Its one line.
    pub(crate) line: String,
}

impl Started {
    /// Runs `serve` and waits until it is ready.
    pub(crate) fn with(mut command: Command) -> Self {
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
    pub(crate) fn request(&self, method_and_path: &str, headers: &str, body: &str) -> String {
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

    /// Where it listens, as an origin.
    pub(crate) fn origin(&self) -> String {
        self.line.replace("listening on ", "")
    }

    /// Ends it at once, in the middle of whatever it does.
    pub(crate) fn kill(&self) {
        let pid = self.program.id().to_string();
        assert!(Command::new("kill").args(["-KILL", &pid]).status().expect("told").success());
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) {
        let pid = self.program.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("told").success());
    }

    /// Tells it to stop; what else it printed, and its log.
    pub(crate) fn stop(self) -> (String, String) {
        self.terminate();
        self.wait()
    }

    /// Waits for a good end; what else it printed, and its log.
    pub(crate) fn wait(mut self) -> (String, String) {
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
