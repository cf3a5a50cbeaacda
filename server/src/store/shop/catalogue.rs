//! Categories, products and reviews.

use async_trait::async_trait;
use site_agent_app::ports::{Catalogue, StoreError};
use site_agent_app::shop::ids::Sku;
use site_agent_app::shop::money::Cents;
use site_agent_app::shop::product::{Category, Details, Product, Rating, Review, Search, Sort};
use sqlx::FromRow;

use super::{ShopStore, failed};

#[derive(FromRow)]
struct CategoryRow {
    slug: String,
    name: String,
    heading: String,
    lead: String,
}

#[derive(FromRow)]
struct ProductRow {
    #[sqlx(try_from = "String")]
    sku: Sku,
    name: String,
    category: String,
    price_cents: i64,
    brief: String,
    stock: u32,
}

#[derive(FromRow)]
struct DetailsRow {
    #[sqlx(flatten)]
    product: ProductRow,
    category_name: String,
    description: String,
    materials: String,
    dimensions: String,
    delivery_from: u32,
    delivery_to: u32,
    stars: u32,
    reviews: u32,
}

#[derive(FromRow)]
struct ReviewRow {
    author: String,
    stars: u32,
    written_on: String,
    title: String,
    text: String,
}

impl From<CategoryRow> for Category {
    fn from(row: CategoryRow) -> Self {
        Self { slug: row.slug, name: row.name, heading: row.heading, lead: row.lead }
    }
}

impl From<ProductRow> for Product {
    fn from(row: ProductRow) -> Self {
        Self {
            sku: row.sku,
            name: row.name,
            category: row.category,
            price: Cents(row.price_cents),
            brief: row.brief,
            stock: row.stock,
        }
    }
}

impl From<DetailsRow> for Details {
    fn from(row: DetailsRow) -> Self {
        let rating = (row.reviews > 0).then(|| Rating {
            tenths: (row.stars * 10 + row.reviews / 2) / row.reviews,
            count: row.reviews,
        });
        Self {
            product: row.product.into(),
            category_name: row.category_name,
            description: row.description,
            materials: row.materials,
            dimensions: row.dimensions,
            delivery_days: (row.delivery_from, row.delivery_to),
            rating,
        }
    }
}

impl From<ReviewRow> for Review {
    fn from(row: ReviewRow) -> Self {
        Self {
            author: row.author,
            stars: row.stars,
            written_on: row.written_on,
            title: row.title,
            text: row.text,
        }
    }
}

#[async_trait]
impl Catalogue for ShopStore {
    async fn categories(&self) -> Result<Vec<Category>, StoreError> {
        let rows: Vec<CategoryRow> = sqlx::query_as(
            "SELECT slug, name, heading, lead FROM shop_categories ORDER BY position",
        )
        .fetch_all(self.database.reader())
        .await
        .map_err(failed)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    async fn featured(&self) -> Result<Vec<Product>, StoreError> {
        let rows: Vec<ProductRow> = sqlx::query_as(
            "SELECT sku, name, category, price_cents, brief, stock FROM shop_products \
             WHERE featured IS NOT NULL ORDER BY featured",
        )
        .fetch_all(self.database.reader())
        .await
        .map_err(failed)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    async fn shelf(&self, category: &str) -> Result<Vec<Product>, StoreError> {
        let rows: Vec<ProductRow> = sqlx::query_as(
            "SELECT sku, name, category, price_cents, brief, stock FROM shop_products \
             WHERE category = ? ORDER BY position",
        )
        .bind(category)
        .fetch_all(self.database.reader())
        .await
        .map_err(failed)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    async fn search(&self, search: &Search) -> Result<Vec<Product>, StoreError> {
        let max = search.max.map_or(i64::MAX, |max| max.0);
        let mut found = if search.words.is_empty() {
            self.all(max).await?
        } else {
            let found = self.matching(&search.words, " ", max).await?;
            // Nothing has all the words: what has some of them is better than an empty page.
            if found.is_empty() { self.matching(&search.words, " OR ", max).await? } else { found }
        };
        match search.sort {
            Sort::Best => {}
            Sort::Price => found.sort_by_key(|product| product.price),
            Sort::PriceDown => found.sort_by_key(|product| std::cmp::Reverse(product.price)),
            Sort::Name => found.sort_by(|a, b| a.name.cmp(&b.name)),
        }
        Ok(found)
    }

    async fn details(&self, sku: &Sku) -> Result<Option<Details>, StoreError> {
        let row: Option<DetailsRow> = sqlx::query_as(
            "SELECT p.sku, p.name, p.category, p.price_cents, p.brief, p.stock, \
                    c.name AS category_name, p.description, p.materials, p.dimensions, \
                    p.delivery_from, p.delivery_to, \
                    coalesce((SELECT sum(stars) FROM shop_reviews r WHERE r.sku = p.sku), 0) \
                      AS stars, \
                    (SELECT count(*) FROM shop_reviews r WHERE r.sku = p.sku) AS reviews \
             FROM shop_products p JOIN shop_categories c ON c.slug = p.category \
             WHERE p.sku = ?",
        )
        .bind(sku.as_str())
        .fetch_optional(self.database.reader())
        .await
        .map_err(failed)?;
        Ok(row.map(Into::into))
    }

    async fn reviews(&self, sku: &Sku) -> Result<Vec<Review>, StoreError> {
        let rows: Vec<ReviewRow> = sqlx::query_as(
            "SELECT author, stars, written_on, title, text FROM shop_reviews \
             WHERE sku = ? ORDER BY written_on DESC, id",
        )
        .bind(sku.as_str())
        .fetch_all(self.database.reader())
        .await
        .map_err(failed)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }
}

impl ShopStore {
    async fn all(&self, max_cents: i64) -> Result<Vec<Product>, StoreError> {
        let rows: Vec<ProductRow> = sqlx::query_as(
            "SELECT sku, name, category, price_cents, brief, stock FROM shop_products \
             WHERE price_cents <= ? ORDER BY position",
        )
        .bind(max_cents)
        .fetch_all(self.database.reader())
        .await
        .map_err(failed)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    /// What is called by the words comes before what only mentions them; within, shelf order.
    async fn matching(
        &self,
        words: &[String],
        join: &str,
        max_cents: i64,
    ) -> Result<Vec<Product>, StoreError> {
        let expression = match_expression(words, join);
        let rows: Vec<ProductRow> = sqlx::query_as(
            "SELECT sku, name, category, price_cents, brief, stock FROM shop_products \
             WHERE price_cents <= ?3 \
               AND sku IN (SELECT sku FROM shop_search WHERE shop_search MATCH ?1) \
             ORDER BY sku IN (SELECT sku FROM shop_search WHERE shop_search MATCH ?2) DESC, \
                      position",
        )
        .bind(&expression)
        .bind(format!("{{name}} : ({expression})"))
        .bind(max_cents)
        .fetch_all(self.database.reader())
        .await
        .map_err(failed)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }
}

/// An FTS5 expression in which the words are only words: quoted, so that no operator gets in.
fn match_expression(words: &[String], join: &str) -> String {
    let quoted = words.iter().map(|word| format!("\"{}\"", word.replace('"', "")));
    quoted.collect::<Vec<_>>().join(join)
}
