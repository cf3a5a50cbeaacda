//! Carts. Every change is one transaction that reads what it decides on, so that two tabs of one
//! visitor cannot put more into a cart than there is.

use async_trait::async_trait;
use site_agent_app::ports::{CartError, Carts, StoreError};
use site_agent_app::shop::cart::{Cart, Coupon, Line, MOST_OF_ONE};
use site_agent_app::shop::ids::{CartId, Sku};
use site_agent_app::shop::money::Cents;
use sqlx::{FromRow, SqliteConnection};

use super::{ShopStore, failed, now_ms, random_bits};

/// A cart that nobody touched for this long is thrown away.
const KEPT_FOR_MS: i64 = 90 * 24 * 60 * 60 * 1000;

#[derive(FromRow)]
struct LineRow {
    #[sqlx(try_from = "String")]
    sku: Sku,
    name: String,
    brief: String,
    price_cents: i64,
    quantity: u32,
}

impl From<LineRow> for Line {
    fn from(row: LineRow) -> Self {
        Self {
            sku: row.sku,
            name: row.name,
            brief: row.brief,
            price: Cents(row.price_cents),
            quantity: row.quantity,
        }
    }
}

#[derive(FromRow)]
struct CouponRow {
    code: String,
    percent: u32,
    expires_at: Option<i64>,
}

impl CouponRow {
    fn is_over(&self) -> bool {
        self.expires_at.is_some_and(|at| at <= now_ms())
    }
}

#[async_trait]
impl Carts for ShopStore {
    async fn open(&self) -> Result<CartId, StoreError> {
        let (id, now) = (CartId::from_bits(random_bits()?), now_ms());
        let mut write = self.database.write().await.map_err(failed)?;
        // Swept here, because only here the number of carts grows.
        sqlx::query("DELETE FROM shop_carts WHERE updated_at < ?")
            .bind(now - KEPT_FOR_MS)
            .execute(&mut *write)
            .await
            .map_err(failed)?;
        sqlx::query("INSERT INTO shop_carts (id, created_at, updated_at) VALUES (?, ?, ?)")
            .bind(id.as_str())
            .bind(now)
            .bind(now)
            .execute(&mut *write)
            .await
            .map_err(failed)?;
        write.commit().await.map_err(failed)?;
        Ok(id)
    }

    async fn cart(&self, id: &CartId) -> Result<Option<Cart>, StoreError> {
        let mut reader = self.database.reader().acquire().await.map_err(failed)?;
        read(&mut reader, id).await
    }

    async fn add(&self, id: &CartId, sku: &Sku, quantity: u32) -> Result<Cart, CartError> {
        self.change(id, sku, Change::Add(quantity)).await
    }

    async fn set(&self, id: &CartId, sku: &Sku, quantity: u32) -> Result<Cart, CartError> {
        self.change(id, sku, Change::Set(quantity)).await
    }

    async fn apply_coupon(&self, id: &CartId, code: &str) -> Result<Cart, CartError> {
        let mut write = self.database.write().await.map_err(failed)?;
        let coupon: Option<CouponRow> = sqlx::query_as(
            "SELECT code, percent, expires_at FROM shop_coupons WHERE code = upper(trim(?))",
        )
        .bind(code)
        .fetch_optional(&mut *write)
        .await
        .map_err(failed)?;
        let coupon = coupon.ok_or(CartError::NoSuchCoupon)?;
        if coupon.is_over() {
            return Err(CartError::CouponExpired);
        }
        let done = sqlx::query("UPDATE shop_carts SET coupon = ?, updated_at = ? WHERE id = ?")
            .bind(&coupon.code)
            .bind(now_ms())
            .bind(id.as_str())
            .execute(&mut *write)
            .await
            .map_err(failed)?;
        if done.rows_affected() == 0 {
            return Err(CartError::NoSuchCart);
        }
        let cart = read(&mut write, id).await?.ok_or(CartError::NoSuchCart)?;
        write.commit().await.map_err(failed)?;
        Ok(cart)
    }
}

/// How many of a product there will be.
#[derive(Clone, Copy)]
enum Change {
    Add(u32),
    Set(u32),
}

impl ShopStore {
    async fn change(&self, id: &CartId, sku: &Sku, change: Change) -> Result<Cart, CartError> {
        let mut write = self.database.write().await.map_err(failed)?;
        let cart = read(&mut write, id).await?.ok_or(CartError::NoSuchCart)?;
        let stock: Option<u32> =
            sqlx::query_scalar("SELECT stock FROM shop_products WHERE sku = ?")
                .bind(sku.as_str())
                .fetch_optional(&mut *write)
                .await
                .map_err(failed)?;
        let stock = stock.ok_or(CartError::NoSuchProduct)?;
        let now_in = cart.line(sku).map_or(0, |line| line.quantity);
        let quantity = match change {
            Change::Add(more) => now_in.saturating_add(more),
            Change::Set(0) if now_in == 0 => return Err(CartError::NotInCart),
            Change::Set(quantity) => quantity,
        };
        if quantity > MOST_OF_ONE {
            return Err(CartError::TooMany { most: MOST_OF_ONE });
        }
        if quantity > stock {
            return Err(CartError::NotEnough { left: stock });
        }
        write_line(&mut write, id, sku, quantity).await?;
        let cart = read(&mut write, id).await?.ok_or(CartError::NoSuchCart)?;
        write.commit().await.map_err(failed)?;
        Ok(cart)
    }
}

async fn write_line(
    connection: &mut SqliteConnection,
    id: &CartId,
    sku: &Sku,
    quantity: u32,
) -> Result<(), StoreError> {
    let now = now_ms();
    if quantity == 0 {
        sqlx::query("DELETE FROM shop_cart_lines WHERE cart = ? AND sku = ?")
            .bind(id.as_str())
            .bind(sku.as_str())
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
    } else {
        sqlx::query(
            "INSERT INTO shop_cart_lines (cart, sku, quantity, added_at) VALUES (?, ?, ?, ?) \
             ON CONFLICT (cart, sku) DO UPDATE SET quantity = excluded.quantity",
        )
        .bind(id.as_str())
        .bind(sku.as_str())
        .bind(quantity)
        .bind(now)
        .execute(&mut *connection)
        .await
        .map_err(failed)?;
    }
    sqlx::query("UPDATE shop_carts SET updated_at = ? WHERE id = ?")
        .bind(now)
        .bind(id.as_str())
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}

/// A cart as it stands; a coupon that ran out meanwhile no longer counts.
pub(super) async fn read(
    connection: &mut SqliteConnection,
    id: &CartId,
) -> Result<Option<Cart>, StoreError> {
    let exists: Option<i64> = sqlx::query_scalar("SELECT 1 FROM shop_carts WHERE id = ?")
        .bind(id.as_str())
        .fetch_optional(&mut *connection)
        .await
        .map_err(failed)?;
    if exists.is_none() {
        return Ok(None);
    }
    let lines: Vec<LineRow> = sqlx::query_as(
        "SELECT l.sku, p.name, p.brief, p.price_cents, l.quantity \
         FROM shop_cart_lines l JOIN shop_products p ON p.sku = l.sku \
         WHERE l.cart = ? ORDER BY l.added_at, l.rowid",
    )
    .bind(id.as_str())
    .fetch_all(&mut *connection)
    .await
    .map_err(failed)?;
    let coupon: Option<CouponRow> = sqlx::query_as(
        "SELECT c.code, c.percent, c.expires_at \
         FROM shop_carts k JOIN shop_coupons c ON c.code = k.coupon WHERE k.id = ?",
    )
    .bind(id.as_str())
    .fetch_optional(connection)
    .await
    .map_err(failed)?;
    Ok(Some(Cart {
        lines: lines.into_iter().map(Into::into).collect(),
        coupon: coupon
            .filter(|coupon| !coupon.is_over())
            .map(|coupon| Coupon { code: coupon.code, percent: coupon.percent }),
    }))
}
