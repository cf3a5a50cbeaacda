//! What visitors say to pages of other trades.

use super::assert_table;
use super::pages::{airline, bank, desk, library, notes, plans, restaurant};

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

#[test]
fn an_airline() {
    assert_table(
        &airline(),
        &[
            (
                "find flights from Amsterdam to Rome on 2026-07-01 for 2 passengers in business class",
                r#"searchFlights {"origin":"Amsterdam","destination":"Rome","departureDate":"2026-07-01","passengers":2,"cabinClass":"business"}"#,
            ),
            ("search flights", "Which origin?"),
            (
                "book flight KL1234 for Ada Lovelace",
                r#"bookFlight {"flightNumber":"KL1234","passengerName":"Ada Lovelace"}"#,
            ),
            ("what's the weather in Rome", r#"get_weather {"city":"Rome"}"#),
        ],
    );
}

#[test]
fn a_notebook() {
    assert_table(
        &notes(),
        &[
            (r#"create a note "Shopping list""#, r#"create_note {"title":"Shopping list"}"#),
            ("make a note titled groceries", r#"create_note {"title":"groceries"}"#),
            ("find notes about taxes", r#"search_notes {"q":"taxes"}"#),
            ("delete note 12", r#"delete_note {"id":"12"}"#),
            ("turn on dark mode", r#"toggle_dark_mode {"enabled":true}"#),
            ("switch dark mode off", r#"toggle_dark_mode {"enabled":false}"#),
            ("set the language to de", r#"set_language {"language":"de"}"#),
            ("change language to Klingon", "Which language? It can be: en, de, fr."),
            ("turn the volume up to 80", r#"set_volume {"level":80}"#),
            ("volume 300", "Which level? From 0 to 100."),
        ],
    );
}

#[test]
fn a_bank() {
    assert_table(
        &bank(),
        &[
            (
                "show transactions from 2026-01-01 to 2026-01-31",
                r#"list_transactions {"from":"2026-01-01","to":"2026-01-31"}"#,
            ),
            ("list transactions over 100 euros", r#"list_transactions {"min_amount":100}"#),
            ("what's my balance", "get_balance {}"),
            (
                "transfer 50 euros to NL91ABNA0417164300",
                r#"transfer_money {"amount":50,"iban":"NL91ABNA0417164300"}"#,
            ),
            ("send 50 euros", "Which iban?"),
        ],
    );
}

#[test]
fn a_library() {
    assert_table(
        &library(),
        &[
            ("find books by Ursula Le Guin", r#"find_books {"author":"Ursula Le Guin"}"#),
            ("books about gardening", r#"find_books {"subject":"gardening"}"#),
            ("find books title Dune", r#"find_books {"title":"Dune"}"#),
            ("reserve book 9780441013593", r#"reserve_book {"isbn":"9780441013593"}"#),
            ("opening hours of the north branch", r#"opening_hours {"branch":"north"}"#),
            ("renew loan 77", r#"renew_loan {"loanId":77}"#),
            ("renew my loan", "Which loan id?"),
        ],
    );
}
