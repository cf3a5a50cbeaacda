//! The shop's ports over a fresh database: what any store of the shop must do.

use site_agent_app::ports::{CartError, Carts, Catalogue, Newsletter, Orders};
use site_agent_app::shop::ids::{CartId, OrderId, Sku};
use site_agent_app::shop::money::Cents;
use site_agent_app::shop::order::Recipient;
use site_agent_app::shop::product::{Product, Search, Sort};
use tempfile::TempDir;

use super::ShopStore;
use crate::store::Store;

async fn shop() -> (ShopStore, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    (ShopStore::new(store.site), folder)
}

fn sku(text: &str) -> Sku {
    Sku::parse(text).unwrap()
}

fn search(words: &[&str]) -> Search {
    Search { words: words.iter().map(|&word| word.to_owned()).collect(), ..Search::default() }
}

fn skus(products: &[Product]) -> Vec<&str> {
    products.iter().map(|product| product.sku.as_str()).collect()
}

#[tokio::test]
async fn the_shelves_are_filled_and_every_product_can_be_read() {
    let (shop, _folder) = shop().await;
    let categories = shop.categories().await.unwrap();
    assert_eq!(categories.len(), 5);
    let mut count = 0;
    for category in &categories {
        for product in shop.shelf(&category.slug).await.unwrap() {
            let details = shop.details(&product.sku).await.unwrap().unwrap();
            let reviews = shop.reviews(&product.sku).await.unwrap();
            assert_eq!(details.product, product);
            assert_eq!(details.category_name, category.name);
            assert!((2..=6).contains(&reviews.len()), "{}", product.sku);
            assert_eq!(details.rating.map(|r| r.count as usize), Some(reviews.len()));
            count += 1;
        }
    }
    assert!(count >= 28, "{count} products");
    assert_eq!(shop.featured().await.unwrap()[0].sku, sku("MUG-BLUE"));
    assert_eq!(shop.shelf("nowhere").await.unwrap(), []);
}

#[tokio::test]
async fn the_two_products_that_the_tests_speak_of_have_their_prices() {
    let (shop, _folder) = shop().await;
    for (number, name, cents) in
        [("MUG-BLUE", "Blue enamel mug", 1400), ("BOARD-WALNUT", "Walnut board", 4800)]
    {
        let product = shop.details(&sku(number)).await.unwrap().unwrap().product;
        assert_eq!((product.name.as_str(), product.price), (name, Cents(cents)));
    }
    assert_eq!(shop.details(&sku("NO-SUCH")).await.unwrap(), None);
}

#[tokio::test]
async fn a_search_finds_other_forms_of_a_word_and_keeps_to_the_price() {
    let (shop, _folder) = shop().await;
    let all = shop.search(&search(&["mugs"])).await.unwrap();
    assert_eq!(skus(&all)[0], "MUG-BLUE", "what is called a mug comes in shelf order");
    assert!(all.len() >= 6);
    let cheap = Search { max: Some(Cents(2000)), ..search(&["mugs"]) };
    let cheap = shop.search(&cheap).await.unwrap();
    assert_eq!(skus(&cheap), ["MUG-BLUE", "MUG-WHITE", "MUG-SMALL", "MUG-SPECKLED"]);
    let dear = Search { sort: Sort::PriceDown, ..search(&["mug"]) };
    let dear = shop.search(&dear).await.unwrap();
    assert!(dear.is_sorted_by_key(|product| std::cmp::Reverse(product.price)));
}

#[tokio::test]
async fn a_search_is_never_a_query_language() {
    let (shop, _folder) = shop().await;
    for words in [&["\"", "*"][..], &["NEAR(", "OR"], &["name:mug"], &["'; DROP TABLE"], &[""]] {
        assert!(shop.search(&search(words)).await.is_ok(), "{words:?}");
    }
    let some = shop.search(&search(&["walnut", "spaceship"])).await.unwrap();
    assert_eq!(skus(&some), ["BOARD-WALNUT"], "some of the words are better than nothing");
}

#[tokio::test]
async fn a_cart_adds_up_and_forgets_what_is_taken_out() {
    let (shop, _folder) = shop().await;
    let id = shop.open().await.unwrap();
    shop.add(&id, &sku("MUG-BLUE"), 2).await.unwrap();
    let cart = shop.add(&id, &sku("BOARD-WALNUT"), 1).await.unwrap();
    assert_eq!((cart.count(), cart.goods()), (3, Cents(7600)));
    let cart = shop.add(&id, &sku("MUG-BLUE"), 1).await.unwrap();
    assert_eq!(cart.line(&sku("MUG-BLUE")).unwrap().quantity, 3);
    let cart = shop.set(&id, &sku("MUG-BLUE"), 0).await.unwrap();
    assert_eq!((cart.count(), cart.line(&sku("MUG-BLUE"))), (1, None));
    assert_eq!(shop.cart(&id).await.unwrap(), Some(cart));
}

#[tokio::test]
async fn a_cart_holds_no_more_than_there_is() {
    let (shop, _folder) = shop().await;
    let id = shop.open().await.unwrap();
    shop.add(&id, &sku("LAMP-DESK"), 9).await.unwrap();
    let more = shop.add(&id, &sku("LAMP-DESK"), 1).await;
    assert_eq!(more, Err(CartError::NotEnough { left: 9 }));
    let many = shop.set(&id, &sku("MUG-BLUE"), 100).await;
    assert_eq!(many, Err(CartError::TooMany { most: 99 }));
    let huge = shop.add(&id, &sku("MUG-BLUE"), u32::MAX).await;
    assert_eq!(huge, Err(CartError::TooMany { most: 99 }));
    assert_eq!(shop.cart(&id).await.unwrap().unwrap().count(), 9, "refusals change nothing");
}

#[tokio::test]
async fn what_is_not_there_is_refused_by_name() {
    let (shop, _folder) = shop().await;
    let id = shop.open().await.unwrap();
    let nobody = CartId::from_bits(1);
    assert_eq!(shop.add(&id, &sku("NO-SUCH"), 1).await, Err(CartError::NoSuchProduct));
    assert_eq!(shop.set(&id, &sku("MUG-BLUE"), 0).await, Err(CartError::NotInCart));
    assert_eq!(shop.add(&nobody, &sku("MUG-BLUE"), 1).await, Err(CartError::NoSuchCart));
    assert_eq!(shop.apply_coupon(&nobody, "WELCOME10").await, Err(CartError::NoSuchCart));
    assert_eq!(shop.cart(&nobody).await.unwrap(), None);
    assert_eq!(shop.order(&OrderId::from_bits(1)).await.unwrap(), None);
}

#[tokio::test]
async fn a_coupon_counts_unless_it_is_over_or_unknown() {
    let (shop, _folder) = shop().await;
    let id = shop.open().await.unwrap();
    shop.add(&id, &sku("MUG-BLUE"), 2).await.unwrap();
    let cart = shop.apply_coupon(&id, " welcome10 ").await.unwrap();
    assert_eq!(cart.discount(), Cents(280));
    assert_eq!(shop.apply_coupon(&id, "SPRING25").await, Err(CartError::CouponExpired));
    assert_eq!(shop.apply_coupon(&id, "FREE").await, Err(CartError::NoSuchCoupon));
    assert_eq!(shop.cart(&id).await.unwrap(), Some(cart), "the good one stays");
}

#[tokio::test]
async fn an_order_empties_the_cart_and_can_be_read_again() {
    let (shop, _folder) = shop().await;
    let id = shop.open().await.unwrap();
    assert_eq!(shop.place(&id, &Recipient::demo()).await, Err(CartError::Empty));
    shop.add(&id, &sku("MUG-BLUE"), 2).await.unwrap();
    let cart = shop.apply_coupon(&id, "WELCOME10").await.unwrap();
    let order = shop.place(&id, &Recipient::demo()).await.unwrap();
    assert_eq!((order.total(), order.name().as_str()), (cart.total(), "LD-1042"));
    assert_eq!(order.coupon_code.as_deref(), Some("WELCOME10"));
    let emptied = shop.cart(&id).await.unwrap().unwrap();
    assert!(emptied.is_empty() && emptied.coupon.is_none());
    assert_eq!(shop.order(&order.id).await.unwrap(), Some(order));
    assert_eq!(shop.place(&id, &Recipient::demo()).await, Err(CartError::Empty));
    shop.add(&id, &sku("JAR-CORK"), 1).await.unwrap();
    assert_eq!(shop.place(&id, &Recipient::demo()).await.unwrap().name(), "LD-1043");
}

#[tokio::test]
async fn two_tabs_cannot_take_more_than_there_is() {
    let (shop, _folder) = shop().await;
    let id = shop.open().await.unwrap();
    let (lamp, mut tabs) = (sku("LAMP-DESK"), Vec::new());
    for _ in 0..12 {
        let (shop, id, lamp) = (shop.clone(), id.clone(), lamp.clone());
        tabs.push(tokio::spawn(async move { shop.add(&id, &lamp, 1).await.is_ok() }));
    }
    let mut taken = 0;
    for tab in tabs {
        taken += u32::from(tab.await.unwrap());
    }
    assert_eq!(taken, 9);
    assert_eq!(shop.cart(&id).await.unwrap().unwrap().count(), 9);
}

#[tokio::test]
async fn an_address_is_on_the_newsletters_list_once() {
    let (shop, _folder) = shop().await;
    assert_eq!(shop.subscribe("Ada@Example.com ").await, Ok(true));
    assert_eq!(shop.subscribe("ada@example.com").await, Ok(false));
}
