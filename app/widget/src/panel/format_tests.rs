//! What counts as formatting, and above all what does not.

use super::*;

const HOME: &str = "https://shop.example";

fn shown(text: &str) -> String {
    let mut line = String::new();
    for span in spans(text, HOME) {
        let mark = match span.kind {
            Kind::Text => "",
            Kind::Code => "`",
            Kind::Link => "~",
        };
        let bold = if span.bold { "*" } else { "" };
        line.extend([bold, mark, &span.text, mark, bold]);
    }
    line
}

fn block(form: Form, items: &[&str]) -> Block {
    Block { form, items: items.iter().map(|&item| item.to_owned()).collect() }
}

#[test]
fn lines_become_paragraphs_lists_and_code() {
    let text =
        "Two mugs:\n\n- Blue\n  enamel\n- Red\n\n1. First\n2) Second\n\n```js\na * b\n```\nBye.";
    assert_eq!(
        blocks(text),
        [
            block(Form::Paragraph, &["Two mugs:"]),
            block(Form::Bullets, &["Blue enamel", "Red"]),
            block(Form::Numbers(1), &["First", "Second"]),
            block(Form::Code, &["a * b"]),
            block(Form::Paragraph, &["Bye."]),
        ]
    );
}

#[test]
fn a_list_goes_on_after_an_empty_line_and_keeps_its_first_number() {
    assert_eq!(blocks("3. a\n\n4. b"), [block(Form::Numbers(3), &["a", "b"])]);
    assert_eq!(
        blocks("2024. That was the year."),
        [block(Form::Paragraph, &["2024. That was the year."])]
    );
}

#[test]
fn code_keeps_its_empty_lines() {
    assert_eq!(blocks("```\n\na\n\nb\n```"), [block(Form::Code, &["\na\n\nb"])]);
    assert_eq!(blocks("```\n```"), [block(Form::Code, &[""])]);
}

#[test]
fn an_unfinished_answer_shows_what_it_has() {
    assert_eq!(
        blocks("See\n```\nlet a"),
        [block(Form::Paragraph, &["See"]), block(Form::Code, &["let a"])]
    );
    assert_eq!(shown("so **bo"), "so **bo");
}

#[test]
fn bold_and_code_are_marked_and_lone_asterisks_stay() {
    assert_eq!(shown("**14.00** for `MUG-BLUE`"), "*14.00* for `MUG-BLUE`");
    assert_eq!(shown("2 ** 3, 2 * 3, \\*x\\*"), "2 ** 3, 2 * 3, *x*");
    assert_eq!(shown("``a ` b``"), "`a ` b`");
}

#[test]
fn html_and_pictures_stay_text() {
    assert_eq!(shown("<img src=x onerror=alert(1)>"), "<img src=x onerror=alert(1)>");
    assert_eq!(shown("![logo](https://evil.example/p.png)"), "logo (https://evil.example/p.png)");
}

#[test]
fn only_links_to_the_site_itself_can_be_clicked() {
    assert_eq!(shown("[Mug](/shop/mug)"), "Mug (~/shop/mug~)");
    assert_eq!(shown("at https://shop.example/shop?q=a."), "at ~https://shop.example/shop?q=a~.");
    for target in [
        "https://evil.example/",
        "https://shop.example.evil.example/",
        "https://shop.example@evil.example/",
        "https://shop.example:8443/",
        "//evil.example/",
        "/\\evil.example/",
        "javascript:alert(1)",
        "data:text/html,x",
        "shop/mug",
        "/caf\u{e9}",
    ] {
        assert!(!leads_home(target, HOME), "{target}");
    }
    assert!(leads_home("https://shop.example", HOME));
    assert!(!leads_home("/x", "file://"));
    assert!(!leads_home("/x", ""));
}

#[test]
fn a_label_never_hides_where_its_link_leads() {
    assert_eq!(
        shown("[https://shop.example/](https://evil.example/)"),
        "https://shop.example/ (https://evil.example/)"
    );
}

#[test]
fn what_is_spoken_has_no_marks() {
    assert_eq!(spoken("**Two** mugs:\n- `A`\n- B"), "Two mugs:\nA\nB");
}

#[test]
fn no_text_makes_it_panic() {
    for text in
        ["\\", "[", "[](", "![", "`", "``", "**", "#", "é\\é", "1.", "- ", "[a](b", "https://"]
    {
        let _ = (blocks(text), spans(text, HOME), spoken(text));
    }
}
