//! The binary itself: what it prints, where, and how it ends.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
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

/// Does not outlive a test that fails.
struct Started(Child);

impl Started {
    /// How it ended, which must be soon.
    fn ended(&mut self) -> ExitStatus {
        for _ in 0..200 {
            if let Some(status) = self.0.try_wait().expect("a status") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("it does not end");
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn built() -> TempDir {
    TestApp::with().into_folder()
}

fn last_line(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn serve_says_on_stdout_where_it_listens_and_nothing_else() {
    let folder = built();
    let mut program = Started(
        site_agent(folder.path())
            .arg("serve")
            .env("SITE_AGENT_PUBLIC_URL", "https://shop.example/agent/")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts"),
    );
    let mut lines = BufReader::new(program.0.stdout.take().expect("stdout")).lines();
    let line = lines.next().expect("a line").expect("read");
    let port = line
        .strip_prefix("listening on http://127.0.0.1:")
        .and_then(|rest| rest.strip_suffix("/agent"));
    assert!(port.is_some_and(|port| port.parse::<u16>().is_ok_and(|port| port != 0)), "{line}");

    let pid = program.0.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("told").success());
    assert!(program.ended().success());
    assert!(lines.next().is_none(), "nothing more on stdout");
    let mut log = String::new();
    program.0.stderr.take().expect("stderr").read_to_string(&mut log).expect("read");
    assert!(log.contains("stopped"), "{log}");
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
