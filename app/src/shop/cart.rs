//! A cart and its sums. The rules of money live here, once, for pages, tools and orders.

use serde::{Deserialize, Serialize};

use super::ids::Sku;
use super::money::Cents;

/// No line of a cart holds more than this.
pub const MOST_OF_ONE: u32 = 99;
/// What delivery costs below [`FREE_DELIVERY_FROM`].
pub const DELIVERY: Cents = Cents(490);
/// Goods for this much are delivered free.
pub const FREE_DELIVERY_FROM: Cents = Cents(6000);

/// What a visitor means to buy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cart {
    /// In the order they were put in.
    pub lines: Vec<Line>,
    /// The coupon in use.
    pub coupon: Option<Coupon>,
}

/// A product in a cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Which product.
    pub sku: Sku,
    /// Its name.
    pub name: String,
    /// A few words on it.
    pub brief: String,
    /// Price of one, today.
    pub price: Cents,
    /// How many.
    pub quantity: u32,
}

/// A discount that is in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coupon {
    /// What was typed to get it.
    pub code: String,
    /// Off the goods.
    pub percent: u32,
}

impl Line {
    /// Price of all of them.
    pub fn total(&self) -> Cents {
        self.price * self.quantity
    }
}

impl Cart {
    /// How many things are in it.
    pub fn count(&self) -> u32 {
        self.lines.iter().map(|line| line.quantity).sum()
    }

    /// True when nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Price of the goods.
    pub fn goods(&self) -> Cents {
        self.lines.iter().map(Line::total).sum()
    }

    /// What the coupon takes off the goods.
    pub fn discount(&self) -> Cents {
        self.coupon.as_ref().map_or(Cents::ZERO, |coupon| self.goods().percent(coupon.percent))
    }

    /// What delivery costs: free from [`FREE_DELIVERY_FROM`] after the discount, and for nothing.
    pub fn delivery(&self) -> Cents {
        if self.is_empty() || self.goods() - self.discount() >= FREE_DELIVERY_FROM {
            Cents::ZERO
        } else {
            DELIVERY
        }
    }

    /// What is to be paid.
    pub fn total(&self) -> Cents {
        self.goods() - self.discount() + self.delivery()
    }

    /// `2 items`.
    pub fn items(&self) -> String {
        match self.count() {
            1 => "1 item".to_owned(),
            n => format!("{n} items"),
        }
    }

    /// The line of a product.
    pub fn line(&self, sku: &Sku) -> Option<&Line> {
        self.lines.iter().find(|line| line.sku == *sku)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cart, Coupon, Line};
    use crate::shop::ids::Sku;
    use crate::shop::money::Cents;

    fn cart(lines: &[(i64, u32)], percent: Option<u32>) -> Cart {
        let line = |(i, (price, quantity)): (usize, &(i64, u32))| Line {
            sku: Sku::parse(&format!("THING-{i}")).unwrap(),
            name: "Thing".to_owned(),
            brief: String::new(),
            price: Cents(*price),
            quantity: *quantity,
        };
        Cart {
            lines: lines.iter().enumerate().map(line).collect(),
            coupon: percent.map(|percent| Coupon { code: "X".to_owned(), percent }),
        }
    }

    #[test]
    fn small_carts_pay_delivery_and_large_ones_do_not() {
        assert_eq!(cart(&[(1400, 2)], None).total(), Cents(2800 + 490));
        assert_eq!(cart(&[(3000, 2)], None).total(), Cents(6000));
        assert_eq!(cart(&[], None).total(), Cents(0));
    }

    #[test]
    fn the_discount_counts_before_delivery_is_free() {
        let cart = cart(&[(3000, 2)], Some(10));
        assert_eq!(cart.discount(), Cents(600));
        assert_eq!(cart.total(), Cents(5400 + 490));
    }

    #[test]
    fn items_are_counted_in_words() {
        assert_eq!(cart(&[(100, 1)], None).items(), "1 item");
        assert_eq!(cart(&[(100, 1), (100, 2)], None).items(), "3 items");
        assert_eq!(cart(&[], None).items(), "0 items");
    }
}
