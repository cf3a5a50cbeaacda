//! Walks that stop before their end.

use super::super::walk::Patience;
use super::*;

#[tokio::test]
async fn a_walk_that_stops_says_so_and_goes_on_where_it_stopped() {
    let (_folder, mut store) = store().await;
    for n in 0..40 {
        add(&store, &format!("mug number {n}"), |row| {
            if n % 20 == 3 {
                (row.status, row.denied) = ("error".to_owned(), 1);
            }
            if n % 2 == 0 {
                row.tools = vec!["get_cart".to_owned()];
            }
            if n < 5 {
                (row.model, row.widget) = ("rules".to_owned(), "other".to_owned());
            }
        })
        .await;
    }
    for (line, is_long) in [
        ("", false),
        ("mug", false),
        ("\"number 3\"", true),
        ("\"number 3\" status:error", true),
        ("er 7", true),
        ("33", true),
        ("number tool:get_cart widget:other", true),
        ("tool:get_cart widget:other", true),
        ("tool:search_products decision:denied status:error", false),
        ("status:answered model:rules level:full", true),
        ("status:answered model:o", false),
        ("model:nowhere", false),
        ("before:1d", true),
        ("after:1h widget:default", false),
    ] {
        let filter = filter(line);
        store.patience = None;
        let whole = store.list(&filter, None, 50).await.expect("a page");
        assert!(!whole.is_partial && whole.next.is_none(), "{line}");
        let counted = store.count(&filter).await.expect("a count");
        assert_eq!((counted.count as usize, counted.and_more), (whole.rows.len(), false), "{line}");

        store.patience = Some(Patience { few: 2, stride: 3, time: Duration::ZERO });
        let (mut rows, mut after, mut was_partial) = (Vec::new(), None, false);
        loop {
            let page = store.list(&filter, after.as_ref(), 4).await.expect("a page");
            assert!(!page.is_partial || page.next.is_some(), "{line}: it can go on");
            assert!(page.is_partial || page.next.is_none() || page.rows.len() == 4, "{line}");
            was_partial |= page.is_partial;
            rows.extend(page.rows);
            match page.next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
        assert_eq!(rows, whole.rows, "{line}: each once, and none is left out");
        assert!(was_partial || !is_long, "{line}: three runs at a time are not enough for it");
        let counted = store.count(&filter).await.expect("a count");
        assert!(counted.count as usize <= rows.len(), "{line}");
        assert!(counted.and_more || counted.count as usize == rows.len(), "{line}");
    }
    // What is deleted is all of it, however long that takes.
    let matching =
        Selector::Matching { filter: Box::new(filter("tool:get_cart")), until: u64::MAX };
    assert_eq!(store.measure(&matching).await.expect("a number"), 20);
    assert_eq!(store.erase(&matching).await.expect("erased"), 20);
}
