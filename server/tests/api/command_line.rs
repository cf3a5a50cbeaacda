//! The binary itself: what it prints, where, and how it ends.

use crate::started::{Started, built, last_line, run, site_agent};
use crate::test_app::TestApp;

#[test]
fn serve_says_on_stdout_where_it_listens_and_how_to_begin() {
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
    // The link for the first account, and nothing more.
    let link = rest.trim_end().rsplit(' ').next().unwrap_or_default();
    assert!(link.starts_with("https://shop.example/agent/admin/set-up?token="), "{rest}");
    assert_eq!(rest.lines().count(), 1, "{rest}");
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
