//! Whatever a form about a widget can be refused for is named at the top of the page, with a link to
//! the field, which says the same itself. The fields are those that the page has.

use crate::test_app::TestApp;
use crate::widgets::made;

/// Values that no field of their kind takes.
const BAD: [&str; 3] = ["-1", "not one of these", "a line\u{1b} that is no line"];

/// The form of a page, as a browser sends it when nothing is touched: name and value of each field,
/// and whether it can only be on or off.
fn fields(page: &str) -> Vec<(String, String, bool)> {
    let names = page.match_indices("name=\"fields[").map(|(at, _)| at);
    let read = |at: usize| {
        let name = page[at + 6..].split('"').next().unwrap_or_default();
        let tag = &page[page[..at].rfind('<').unwrap_or_default()..];
        let value = tag.split('>').next()?.split_once(" value=\"").map_or("", |(_, value)| value);
        let value = value.split('"').next().unwrap_or_default();
        let is_switch = tag.split('>').next()?.contains("checkbox");
        Some((name.to_owned(), value.to_owned(), is_switch))
    };
    names.filter_map(read).collect()
}

/// The label of a field.
fn label(page: &str, id: &str) -> String {
    let (_, rest) = page.split_once(&format!(" for=\"{id}\"")).unwrap_or_default();
    let (_, rest) = rest.split_once('>').unwrap_or_default();
    rest.split('<').next().unwrap_or_default().to_owned()
}

/// What is wrong with how a page tells of the fault of a field; the faults that it names.
fn told(page: &str, at: &str) -> usize {
    let told = page.find("told refused").unwrap_or_else(|| panic!("{at}: {page}"));
    let summary = &page[page[..told].rfind('<').unwrap_or_default()..];
    let opened = summary.split('>').next().unwrap_or_default();
    assert!(opened.contains("tabindex=\"-1\"") && opened.contains("autofocus"), "{at}: {opened}");
    let (summary, rest) = summary.split_once("</ul>").unwrap_or_else(|| panic!("{at}: {page}"));
    let mut links = 0;
    for link in summary.split("<a href=\"#").skip(1) {
        links += 1;
        let (id, words) = link.split_once("\">").expect("a link");
        let words = words.split("</a>").next().unwrap_or_default();
        let label = label(rest, id);
        let is_named = [label.as_str(), "Origin", "Provider key"]
            .iter()
            .any(|name| !name.is_empty() && words.starts_with(name));
        assert!(is_named, "{at}: {label}: {words}");
        let (before, after) = rest
            .split_once(&format!(" id=\"{id}\""))
            .unwrap_or_else(|| panic!("{at}: the link leads to no field: {id}"));
        let tag = &before[before.rfind('<').unwrap_or_default()..];
        let tag = format!("{tag}{}", after.split('>').next().unwrap_or_default());
        assert!(tag.contains("aria-invalid=\"true\""), "{at}: {tag}");
        let described = format!("{id}-wrong");
        assert!(tag.contains(&described), "{at}: {tag}");
        let (_, sentence) = rest
            .split_once(&format!(" id=\"{described}\""))
            .and_then(|(_, rest)| rest.split_once('>'))
            .unwrap_or_else(|| panic!("{at}: nothing has the id {described}"));
        let sentence = sentence.split('<').next().unwrap_or_default();
        let said = words.strip_prefix(&format!("{label}: ")).unwrap_or(words);
        let said = said.strip_prefix("Origin: ").unwrap_or(said);
        assert!(sentence.contains(said), "{at}: {words}: {sentence}");
    }
    links
}

#[tokio::test]
async fn each_field_of_a_widget_that_is_refused_is_named_linked_and_described() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let key = made(&app, &[]).await;
    let path = format!("/admin/widgets/{key}");
    let untouched = fields(app.page(&path, &ada).await.text());
    assert!(untouched.len() > 25, "{untouched:?}");
    let long = "x".repeat(6_000);
    for (field, _, is_switch) in &untouched {
        if *is_switch {
            continue;
        }
        let mut refused = 0;
        for bad in BAD.into_iter().chain([long.as_str(), ""]) {
            let form = untouched.iter().filter(|(name, _, is_switch)| !is_switch || name == field);
            let value = |name: &String, value: &String| {
                (name.clone(), if name == field { bad.to_owned() } else { value.clone() })
            };
            let mut form: Vec<_> = form.map(|(name, old, _)| value(name, old)).collect();
            form.push(("key".to_owned(), key.clone()));
            let form: Vec<_> = form.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
            let reply = app.send(app.submit("own/change_widget", &form, &ada)).await;
            let page = app.page(reply.header("location"), &ada).await;
            if page.text().contains("told refused") {
                let at = format!("{field} {bad:.20}");
                assert!(told(page.text(), &at) > 0, "{at}: no link");
                refused += 1;
            }
        }
        assert!(refused > 0, "{field}: takes anything");
    }
}

#[tokio::test]
async fn forms_of_one_field_name_it_too() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let rules = made(&app, &[]).await;
    let openai = made(&app, &[("provider", "openai"), ("model", "m")]).await;
    let long = "k".repeat(2_000);
    let key = |key: &str| ("key".to_owned(), key.to_owned());
    let given = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    for (function, form) in [
        ("allow_origin", vec![key(&rules), given("origin", "shop.example")]),
        ("set_provider_key", vec![key(&rules), given("provider_key", "sk-1")]),
        ("set_provider_key", vec![key(&openai), given("provider_key", " ")]),
        ("set_provider_key", vec![key(&openai), given("provider_key", &long)]),
        ("create_widget", vec![given("fields[allowed_origins]", "shop.example")]),
        ("create_widget", vec![given("fields[name]", "A"), given("fields[provider]", "openai")]),
        (
            "create_widget",
            vec![given("fields[name]", "A"), given("fields[provider_key]", "sk-of-nobody")],
        ),
        ("create_widget", vec![given("fields[name]", "A"), given("fields[base_url]", "x")]),
    ] {
        let at = format!("{function} {:?}", form.last());
        let form: Vec<_> = form.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let reply = app.send(app.submit(&format!("own/{function}"), &form, &ada)).await;
        let page = app.page(reply.header("location"), &ada).await;
        assert!(told(page.text(), &at) > 0, "{at}: no link");
    }
}

#[tokio::test]
async fn a_key_that_no_form_asks_for_is_called_by_its_name() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let key = made(&app, &[]).await;
    let form = [("key", &*key), ("fields[name]", "A"), ("fields[fallback.provider]", "anthropic")];
    let reply = app.send(app.submit("own/change_widget", &form, &ada)).await;
    let page = app.page(reply.header("location"), &ada).await;
    assert!(page.text().contains("fallback.model is missing"), "{}", page.text());
}
