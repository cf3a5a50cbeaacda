//! What visitors say to pages of other trades.

use super::assert_table;
use super::pages::{desk, plans, restaurant};

#[test]
fn a_pricing_page() {
    assert_table(
        &plans(),
        &[
            ("find the plan with SSO", r#"list_plans {"feature":"SSO"}"#),
            ("which plans have SSO?", r#"list_plans {"feature":"SSO"}"#),
            ("show me the plans", "list_plans {}"),
            ("what plans are there?", "list_plans {}"),
            ("compare the team and pro plans", r#"compare_plans {"plans":["team","pro"]}"#),
            (
                "what's the difference between free and enterprise?",
                r#"compare_plans {"plans":["free","enterprise"]}"#,
            ),
            ("compare plans", "Which plans? It can be: free, team, pro, enterprise."),
            ("contact sales at ada@example.org", r#"contact_sales {"email":"ada@example.org"}"#),
            (
                "message the sales team: \"We need 40 seats\", ada@example.org",
                r#"contact_sales {"email":"ada@example.org","message":"We need 40 seats"}"#,
            ),
            ("talk to sales", "Which e-mail address should I use?"),
            ("cancel my subscription", "I found no tool on this page for that…"),
        ],
    );
}

#[test]
fn a_restaurant() {
    assert_table(
        &restaurant(),
        &[
            (
                "book a table for four on 2026-12-24 at 19:30, name Ada Lovelace",
                r#"book_table {"date":"2026-12-24","time":"19:30","people":4,"name":"Ada Lovelace"}"#,
            ),
            (
                "reserve a table for 2 people on 2026-12-24 at 7pm under Ada",
                r#"book_table {"date":"2026-12-24","time":"19:00","people":2,"name":"Ada"}"#,
            ),
            (
                "book a table outside for six on 2026-07-01 at 8:15pm, my name is Grace Hopper",
                r#"book_table {"date":"2026-07-01","time":"20:15","people":6,"name":"Grace Hopper","outside":true}"#,
            ),
            ("book a table for tomorrow", "Which date?…"),
            ("book a table for 40 on 2026-12-24 at 19:30 under Ada", "Which guests? From 1 to 12."),
            ("is anything available on 2026-12-24?", r#"check_availability {"date":"2026-12-24"}"#),
            (
                "do you have a free table on 2026-12-24 for 3 people?",
                r#"check_availability {"date":"2026-12-24","people":3}"#,
            ),
            ("cancel my booking AB-1234", r#"cancel_booking {"reference":"AB-1234"}"#),
            ("cancel my booking", "Which booking reference?"),
            ("show me the menu", "show_menu {}"),
            ("what's on the menu today?", "show_menu {}"),
        ],
    );
}

#[test]
fn a_help_desk() {
    assert_table(
        &desk(),
        &[
            (
                "open a ticket: printer on fire, high priority",
                r#"create_ticket {"subject":"printer on fire","priority":"high"}"#,
            ),
            (
                "create a ticket about the login problem",
                r#"create_ticket {"subject":"login problem"}"#,
            ),
            (
                "report \"VPN drops every hour\"",
                r#"create_ticket {"subject":"VPN drops every hour"}"#,
            ),
            ("show open tickets", r#"list_tickets {"status":"open"}"#),
            ("list all tickets", "list_tickets {}"),
            ("which tickets are waiting?", r#"list_tickets {"status":"waiting"}"#),
            ("show ticket 42", r#"get_ticket {"id":42}"#),
            ("close ticket 42", r#"close_ticket {"id":42}"#),
            ("close ticket number seven please", r#"close_ticket {"id":7}"#),
            ("assign ticket 42 to Ada", r#"assign_ticket {"id":42,"assignee":"Ada"}"#),
            ("close a ticket", "Which ticket number?"),
            ("open a ticket", "Which subject?"),
        ],
    );
}
