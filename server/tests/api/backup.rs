//! `site-agent backup` and `restore`, and what is left after the power is pulled.

use std::path::Path;
use std::sync::Mutex;
use std::thread;

use serde_json::{Value, json};

use crate::started::{Started, built, last_line, site_agent};

fn serve(folder: &Path) -> Started {
    let mut command = site_agent(folder);
    command
        .env("SITE_AGENT_DATA_DIR", folder.join("data"))
        .env("SITE_AGENT_WIDGET_TRACES", "full")
        .env("SITE_AGENT_WIDGET_RATE_LIMIT", "false");
    Started::with(command)
}

fn tool(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = site_agent(folder);
    command.env("SITE_AGENT_DATA_DIR", folder.join("data")).args(arguments);
    command.output().expect("it runs")
}

/// A request that stores a run; the reply's JSON if it was taken.
fn store(program: &Started, question: &str) -> Option<Value> {
    let body = json!({ "level": "full", "trace": {
        "version": 1, "startedAt": 1_796_000_000_000_u64, "endedAt": 1_796_000_000_500_u64,
        "status": "answered", "steps": [{ "type": "user", "at": 0, "text": question }],
    }});
    let headers = format!("origin: {}\r\ncontent-type: application/json", program.origin());
    let reply = program.request("POST /api/traces", &headers, &body.to_string());
    let (head, body) = reply.split_once("\r\n\r\n")?;
    head.starts_with("HTTP/1.1 201").then(|| serde_json::from_str(body).ok())?
}

/// The same of a program that may be gone by now.
fn ask(program: &Started, question: &str) -> bool {
    let asked = std::panic::AssertUnwindSafe(|| store(program, question));
    matches!(std::panic::catch_unwind(asked), Ok(Some(_)))
}

/// All questions, in the order of the list.
async fn listed(folder: &Path) -> Vec<String> {
    let file = folder.join("data/traces.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("the database");
    let rows = sqlx::query_scalar("SELECT question FROM runs ORDER BY n DESC").fetch_all(&pool);
    let rows = rows.await.expect("rows");
    pool.close().await;
    rows
}

#[tokio::test]
async fn a_copy_of_a_running_program_brings_the_same_list_back() {
    let folder = built();
    let program = serve(folder.path());
    for n in 0..5 {
        store(&program, &format!("question {n}")).expect("taken");
    }
    let done = tool(folder.path(), &["backup", "copy"]);
    assert!(done.status.success(), "{}", last_line(&done));
    #[cfg(unix)]
    for file in ["site-agent.db", "traces.db"] {
        use std::os::unix::fs::PermissionsExt as _;
        let file = folder.path().join("copy").join(file);
        let mode = std::fs::metadata(file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let again = tool(folder.path(), &["backup", "copy"]);
    assert!(!again.status.success() && last_line(&again).contains("is there already"));
    store(&program, "after the copy").expect("taken");

    let busy = tool(folder.path(), &["restore", "copy"]);
    assert!(!busy.status.success() && last_line(&busy).contains("in use by another"));
    program.stop();
    let done = tool(folder.path(), &["restore", "copy"]);
    assert!(done.status.success(), "{}", last_line(&done));
    let expected: Vec<_> = (0..5).rev().map(|n| format!("question {n}")).collect();
    assert_eq!(listed(folder.path()).await, expected);
    let kept = std::fs::read_dir(folder.path().join("data")).expect("the data");
    let kept: Vec<_> = kept.map(|entry| entry.expect("a file").file_name()).collect();
    assert!(kept.iter().any(|name| name.to_string_lossy().starts_with("before-restore-")));

    let program = serve(folder.path());
    store(&program, "goes on").expect("taken");
    program.stop();
    assert_eq!(listed(folder.path()).await.len(), 6);
}

#[tokio::test]
async fn what_is_no_good_copy_is_not_brought_back() {
    let folder = built();
    let program = serve(folder.path());
    store(&program, "mine").expect("taken");
    program.stop();
    assert!(tool(folder.path(), &["backup", "copy"]).status.success());
    let copy = folder.path().join("copy/traces.db");
    let good = std::fs::read(&copy).expect("readable");
    // Migrations of a version to come.
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&copy);
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("the copy");
    sqlx::query("UPDATE _sqlx_migrations SET version = version + 9000")
        .execute(&pool)
        .await
        .expect("set");
    pool.close().await;
    let newer = std::fs::read(&copy).expect("readable");
    let mut torn = good.clone();
    torn.truncate(good.len() / 2);
    for (bytes, said) in [
        (newer, "not a database of this version"),
        (torn, ""),
        (b"not a database at all".to_vec(), ""),
        (Vec::new(), ""),
    ] {
        std::fs::write(&copy, bytes).expect("written");
        let output = tool(folder.path(), &["restore", "copy"]);
        assert!(!output.status.success());
        assert!(last_line(&output).contains(said), "{}", last_line(&output));
        assert_eq!(listed(folder.path()).await, ["mine"]);
    }
    std::fs::remove_file(&copy).expect("removed");
    assert!(last_line(&tool(folder.path(), &["restore", "copy"])).contains("is not there"));
    assert_eq!(listed(folder.path()).await, ["mine"]);
}

#[tokio::test]
async fn a_killed_program_lost_nothing_that_it_answered() {
    let folder = built();
    let program = serve(folder.path());
    let answered = Mutex::new(Vec::new());
    let stop = std::sync::atomic::AtomicBool::new(false);
    let order = std::sync::atomic::Ordering::SeqCst;
    thread::scope(|scope| {
        for writer in 0..4 {
            let (program, answered, stop) = (&program, &answered, &stop);
            scope.spawn(move || {
                for n in 0..10_000 {
                    if stop.load(order) {
                        break;
                    }
                    let question = format!("writer {writer}, question {n}");
                    if ask(program, &question) {
                        answered.lock().expect("no panic").push(question);
                    } else {
                        break;
                    }
                }
            });
        }
        while answered.lock().expect("no panic").len() < 60 {
            thread::sleep(std::time::Duration::from_millis(5));
        }
        // In the middle of it all, without a word.
        program.kill();
        stop.store(true, order);
    });
    let answered = answered.into_inner().expect("no panic");
    drop(program);
    let program = serve(folder.path());
    store(&program, "and on").expect("the next start is clean");
    program.stop();
    let kept = listed(folder.path()).await;
    for question in &answered {
        assert!(kept.contains(question), "{question} was answered and is lost");
    }
}
