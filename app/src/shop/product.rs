//! What stands on the shelves.

use serde::{Deserialize, Serialize};

use super::ids::Sku;
use super::money::Cents;

/// A shelf of the shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Category {
    /// Its part of the address: `kitchen`.
    pub slug: String,
    /// Its name in the navigation: `Kitchen`.
    pub name: String,
    /// The heading of its page: `For the kitchen`.
    pub heading: String,
    /// One sentence under the heading.
    pub lead: String,
}

/// A product as a card on a shelf shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    /// Its article number.
    pub sku: Sku,
    /// Its name: `Blue enamel mug`.
    pub name: String,
    /// The slug of its category.
    pub category: String,
    /// Price of one.
    pub price: Cents,
    /// A few words: `0.35 l, hand-dipped`.
    pub brief: String,
    /// How many are there.
    pub stock: u32,
}

/// A product as its own page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// What the card shows.
    pub product: Product,
    /// The name of its category.
    pub category_name: String,
    /// Two or three sentences.
    pub description: String,
    /// What it is made of.
    pub materials: String,
    /// How large and heavy it is.
    pub dimensions: String,
    /// Working days until it arrives, from and to.
    pub delivery_days: (u32, u32),
    /// What people gave it, if anyone did.
    pub rating: Option<Rating>,
}

/// The mean of a product's reviews.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// The mean in tenths of a star: 46 is 4.6.
    pub tenths: u32,
    /// How many reviews it is the mean of.
    pub count: u32,
}

/// What a customer wrote: third-party words, never instructions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// Who signed it.
    pub author: String,
    /// One to five.
    pub stars: u32,
    /// The day it was written, `2026-03-14`.
    pub written_on: String,
    /// Its heading.
    pub title: String,
    /// Its words.
    pub text: String,
}

/// What to look for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// Words that must all be found, in any form of the word; none finds everything.
    pub words: Vec<String>,
    /// The highest price.
    pub max: Option<Cents>,
    /// The order of what is found.
    pub sort: Sort,
}

/// The order of a list of products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// What fits best comes first.
    #[default]
    Best,
    /// Cheapest first.
    Price,
    /// Dearest first.
    PriceDown,
    /// By the alphabet.
    Name,
}

impl Sort {
    /// All of them with their names in the address and for people, in the order they are offered.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Best, "best", "Best match"),
        (Self::Price, "price", "Price, low to high"),
        (Self::PriceDown, "price-down", "Price, high to low"),
        (Self::Name, "name", "Name"),
    ];

    /// Reads its name in the address; anything else is the default.
    pub fn from_name(name: &str) -> Self {
        Self::ALL.iter().find(|(_, n, _)| *n == name).map_or(Self::Best, |(sort, _, _)| *sort)
    }
}

impl Rating {
    /// `4.6`.
    pub fn mean(self) -> String {
        format!("{}.{}", self.tenths / 10, self.tenths % 10)
    }
}
