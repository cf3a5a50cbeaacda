//! The store of runs against a real file.

use std::time::Duration;

use futures::StreamExt as _;
use site_agent_app::admin::trace::{Filter, Level, Redaction, Selector, TraceId, TraceRow};
use site_agent_app::ports::Traces as _;
use tempfile::TempDir;

use super::place::{Place, first_of};
use super::{NewRun, TraceStore};
use crate::clock::now;
use crate::store::Store;

mod walking;

const DAY: u64 = 86_400_000;

async fn store() -> (TempDir, TraceStore) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = Store::open(folder.path()).await.expect("it opens");
    let traces = TraceStore::new(store.traces).await.expect("it opens");
    (folder, traces)
}

fn row(place: Place, question: &str) -> TraceRow {
    TraceRow {
        id: place.id(),
        code: "7KQ4-M2XD".to_owned(),
        widget: "default".to_owned(),
        started_at: place.stored_at() - 2_000,
        ended_at: place.stored_at() - 10,
        stored_at: place.stored_at(),
        status: "answered".to_owned(),
        model: "proxy some-model".to_owned(),
        origin: "https://shop.example".to_owned(),
        path: "/".to_owned(),
        level: Level::Full,
        question: question.to_owned(),
        answer: "Here it is.".to_owned(),
        tools: vec!["search_products".to_owned()],
        turns: 2,
        calls: 1,
        asked: 0,
        denied: 0,
        failed: 0,
        redacted: 0,
        input_tokens: 100,
        output_tokens: 20,
        error: None,
    }
}

fn run_at(place: Place, row: TraceRow) -> NewRun {
    let words = format!("{}\n{}\n{}", row.question, row.answer, row.tools.join("\n"));
    let document = format!("{{\"version\":1,\"question\":\"{}\"}}", row.question);
    let was_allowed = row.calls > row.denied;
    let redactions = [Redaction { rule: "email".to_owned(), places: 2 }];
    NewRun::new(place, row, &document, &redactions, words, was_allowed, [7; 32]).expect("packed")
}

/// Stores a run; `change` makes it what it is to be.
async fn add(store: &TraceStore, question: &str, change: impl FnOnce(&mut TraceRow)) -> TraceRow {
    let place = store.place().expect("a place");
    let mut row = row(place, question);
    change(&mut row);
    store.insert(&[run_at(place, row.clone())]).await.expect("stored");
    row
}

fn filter(line: &str) -> Filter {
    Filter::parse(line).expect(line)
}

async fn questions(store: &TraceStore, line: &str) -> Vec<String> {
    let page = store.list(&filter(line), None, 50).await.expect("a page");
    let found = store.count(&filter(line)).await.expect("a count").count as usize;
    assert_eq!(found, page.rows.len(), "list and count agree on {line}");
    page.rows.into_iter().map(|row| row.question).collect()
}

#[tokio::test]
async fn a_list_goes_on_where_it_ended_and_shows_each_run_once() {
    let (_folder, store) = store().await;
    let mut stored = Vec::new();
    for n in 0..25 {
        stored.push(add(&store, &format!("question {n}"), |_| {}).await);
    }
    stored.reverse();
    let (mut listed, mut after) = (Vec::new(), None);
    loop {
        let page = store.list(&Filter::default(), after.as_ref(), 10).await.expect("a page");
        assert!(page.rows.len() <= 10 && !page.is_partial);
        listed.extend(page.rows);
        // What comes meanwhile is not in the way.
        add(&store, "later", |_| {}).await;
        match page.next {
            Some(next) => after = Some(next),
            None => break,
        }
    }
    assert_eq!(listed, stored);
}

#[tokio::test]
async fn each_part_of_a_filter_narrows() {
    let (_folder, store) = store().await;
    add(&store, "plain", |_| {}).await;
    add(&store, "failed", |row| {
        row.status = "error".to_owned();
        row.error = Some("upstream".to_owned());
    })
    .await;
    add(&store, "denied", |row| {
        row.tools = vec!["add_to_cart".to_owned(), "search_products".to_owned()];
        (row.asked, row.denied) = (1, 1);
    })
    .await;
    add(&store, "elsewhere", |row| {
        row.widget = "other".to_owned();
        row.origin = "https://other.example".to_owned();
        row.model = "rules".to_owned();
        row.code = "AAAA-BBBB".to_owned();
        row.level = Level::Metadata;
    })
    .await;
    add(&store, "long ago", |row| {
        row.started_at -= DAY;
        row.ended_at -= DAY;
    })
    .await;
    for (line, expected) in [
        ("status:error", vec!["failed"]),
        ("tool:add_to_cart", vec!["denied"]),
        ("tool:add_to_cart status:error", vec![]),
        ("decision:denied", vec!["denied"]),
        ("decision:asked", vec!["denied"]),
        ("decision:allowed tool:search_products code:aaaa-bbbb", vec!["elsewhere"]),
        ("widget:other", vec!["elsewhere"]),
        ("origin:https://other.example", vec!["elsewhere"]),
        ("model:RULES", vec!["elsewhere"]),
        ("model:%", vec![]),
        ("level:metadata", vec!["elsewhere"]),
        ("code:7KQ4-M2XD widget:other", vec![]),
        ("before:2h", vec!["long ago"]),
        ("after:2h status:answered", vec!["elsewhere", "denied", "plain"]),
        ("tool:add_to_cart denied", vec!["denied"]),
        ("tool:no_such_tool denied", vec![]),
    ] {
        assert_eq!(questions(&store, line).await, expected, "{line}");
    }
}

#[tokio::test]
async fn a_search_finds_any_language_and_takes_nothing_for_a_command() {
    let (_folder, store) = store().await;
    for text in [
        "Wo ist der blaue Becher?",
        "café au lait",
        "你好，蓝色的杯子多少钱？",
        "مرحبا بالعالم",
        "50% off_now",
        "say \"hello\" AND cart: OR *",
        "xy",
    ] {
        add(&store, text, |row| row.answer = String::new()).await;
    }
    for (text, found) in [
        ("BLAUE", 1),
        ("aue bech", 1),
        ("cafe", 1),
        ("CAFÉ", 1),
        ("蓝色的", 1),
        ("你好", 1),
        ("钱", 1),
        ("مرحبا", 1),
        ("0%", 1),
        ("f_", 1),
        ("%", 1),
        ("_n", 1),
        ("\"hello\" AND", 1),
        ("cart:", 1),
        ("OR *", 1),
        ("xy", 1),
        ("x\\", 0),
        ("NEAR(a b)", 0),
        ("\"", 1),
        ("\0ab", 0),
        ("e\u{301}a", 0),
        ("search_products", 7),
        ("nowhere", 0),
    ] {
        let filter = Filter { text: Some(text.to_owned()), ..Filter::default() };
        let page = store.list(&filter, None, 50).await.expect(text);
        assert_eq!(page.rows.len(), found, "{text:?}");
        assert!(!page.is_partial);
        assert_eq!(store.count(&filter).await.expect(text).count as usize, found, "{text:?}");
    }
}

#[tokio::test]
async fn a_run_is_read_as_it_was_written_and_an_id_is_looked_up_whole() {
    let (_folder, store) = store().await;
    let row = add(&store, "wo?", |row| row.error = Some("upstream".to_owned())).await;
    let stored = store.trace(&row.id).await.expect("an answer").expect("it is there");
    assert_eq!(stored.row, row);
    assert_eq!(stored.document, "{\"version\":1,\"question\":\"wo?\"}");
    assert_eq!(stored.redactions[0].places, 2);
    let mut other = row.id.as_str().to_owned();
    let last = if other.ends_with('0') { "1" } else { "0" };
    other.replace_range(35.., last);
    for id in [other.as_str(), "00000000-0000-4000-8000-000000000000"] {
        let id = TraceId::parse(id).expect("an id");
        assert_eq!(store.trace(&id).await.expect("an answer"), None);
        assert_eq!(store.erase(&Selector::Ids(vec![id])).await.expect("an answer"), 0);
    }
    assert_eq!(store.count(&Filter::default()).await.expect("a count").count, 1);
}

#[tokio::test]
async fn whoever_watches_sees_a_run_as_it_is_stored() {
    let (_folder, store) = store().await;
    let mut feed = store.subscribe();
    let row = add(&store, "now", |_| {}).await;
    let seen = tokio::time::timeout(Duration::from_secs(1), feed.next()).await.expect("at once");
    assert_eq!(seen, Some(row));
}

#[tokio::test]
async fn what_is_erased_is_gone_from_everywhere_and_from_the_sums() {
    let (folder, store) = store().await;
    let mut canaries = Vec::new();
    for n in 0..5 {
        let question = format!("CANARY-{n} quokka");
        let row = add(&store, &question, |row| row.tools = vec!["CANARY".to_owned()]).await;
        canaries.push(row.id);
        add(&store, &format!("kept {n}"), |_| {}).await;
    }
    let sums = async |store: &TraceStore| {
        let days = store.overview(now() - DAY, now(), None).await.expect("sums").days;
        days.iter()
            .map(|day| (day.runs, day.calls, day.input_tokens))
            .fold((0, 0, 0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2))
    };
    assert_eq!(sums(&store).await, (10, 10, 1_000));
    assert!(holds(&folder, b"CANARY"), "or the search proves nothing");
    // A reader that is at work meanwhile.
    let reader = store.database.reader().begin().await.expect("a reader");
    assert_eq!(store.erase(&Selector::Ids(canaries[..2].to_vec())).await.expect("erased"), 2);
    drop(reader);
    let until = now();
    let late = add(&store, "CANARY-late quokka", |_| {}).await;
    let matching = Selector::Matching { filter: Box::new(filter("quokka")), until };
    let late_is_later = Place::of(&late.id).is_some_and(|place| place.n >= first_of(until + 1));
    let erased = store.erase(&matching).await.expect("erased");
    assert_eq!(erased, if late_is_later { 3 } else { 4 }, "none that came later");
    store.erase(&Selector::Ids(vec![late.id])).await.expect("erased");
    assert_eq!(sums(&store).await, (5, 5, 500));
    assert_eq!(questions(&store, "quokka").await, [""; 0]);
    assert_eq!(questions(&store, "tool:CANARY").await, [""; 0]);
    for id in &canaries {
        assert_eq!(store.trace(id).await.expect("an answer"), None);
    }
    for _ in 0..100 {
        if !holds(&folder, b"CANARY") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(!holds(&folder, b"CANARY"), "its bytes are still in the files");
    let terms: i64 = {
        let mut write = store.database.write().await.expect("a write");
        let make = "CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, run_words, row)";
        sqlx::query(make).execute(&mut *write).await.expect("a view of the index");
        let count = "SELECT count(*) FROM temp.terms WHERE term IN ('uok', 'okk', 'kka')";
        sqlx::query_scalar(count).fetch_one(&mut *write).await.expect("a count")
    };
    assert_eq!(terms, 0, "the index still knows its letters");
}

/// Whether some file of the folder holds these bytes.
fn holds(folder: &TempDir, bytes: &[u8]) -> bool {
    let files = std::fs::read_dir(folder.path()).expect("the folder");
    files
        .map(|file| std::fs::read(file.expect("a file").path()).expect("readable"))
        .any(|file| file.windows(bytes.len()).any(|window| window == bytes))
}

#[tokio::test]
async fn old_runs_go_by_age_and_number_and_their_sums_stay() {
    let (folder, store) = store().await;
    for days in [100, 99, 98, 3, 2, 1] {
        let place = Place::new(first_of(now() - days * DAY), 5);
        let row = row(place, &format!("CANARY-{days}"));
        store.insert(&[run_at(place, row)]).await.expect("stored");
    }
    for n in 0..300 {
        add(&store, &format!("now {n} {}", "x".repeat(500)), |_| {}).await;
    }
    assert_eq!(store.expire(Duration::from_hours(24 * 90)).await.expect("swept"), 3);
    assert_eq!(store.expire(Duration::from_hours(24 * 90)).await.expect("swept"), 0);
    assert!(!holds(&folder, b"CANARY-99") && holds(&folder, b"CANARY-3"));
    assert_eq!(store.keep_newest(301).await.expect("swept"), 2);
    assert_eq!(questions(&store, "CANARY").await, ["CANARY-1"]);
    assert_eq!(store.keep_newest(50).await.expect("swept"), 251);
    assert_eq!(store.count(&Filter::default()).await.expect("a count").count, 50);
    let days = store.overview(0, now(), Some("default")).await.expect("sums").days;
    assert_eq!(days.iter().map(|day| day.runs).sum::<u64>(), 306);
    let free: i64 = sqlx::query_scalar("PRAGMA freelist_count")
        .fetch_one(store.database.reader())
        .await
        .expect("a number");
    assert_eq!(free, 0, "what is empty goes back to the file system");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writers_erasers_and_readers_are_not_in_each_others_way() {
    let (_folder, store) = store().await;
    let work = (0..8).map(|nth| {
        let store = store.clone();
        tokio::spawn(async move {
            for n in 0..15 {
                let row = add(&store, &format!("writer {nth} says {n}"), |_| {}).await;
                store.list(&filter("says"), None, 20).await.expect("a page");
                store.trace(&row.id).await.expect("an answer").expect("there at once");
                if n % 3 == 0 {
                    let erased = store.erase(&Selector::Ids(vec![row.id])).await;
                    assert_eq!(erased.expect("not locked"), 1);
                }
            }
        })
    });
    for work in work.collect::<Vec<_>>() {
        work.await.expect("no failure");
    }
    assert_eq!(store.count(&Filter::default()).await.expect("a count").count, 80);
}
