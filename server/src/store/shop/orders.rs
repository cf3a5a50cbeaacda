//! Orders. The checkout is a mock, so an order takes nothing from the shelf: a demo that runs for
//! months must not sell out.

use async_trait::async_trait;
use site_agent_app::ports::{CartError, Orders, StoreError};
use site_agent_app::shop::cart::Line;
use site_agent_app::shop::ids::{CartId, OrderId, Sku};
use site_agent_app::shop::money::Cents;
use site_agent_app::shop::order::{Order, Recipient};
use sqlx::{FromRow, SqliteConnection};

use super::{ShopStore, carts, failed, now_ms, random_bits};

/// The first order is the one after this: a shop that sends "order 1" looks as if it opened today.
const NUMBER_BEFORE_FIRST: i64 = 1041;

#[derive(FromRow)]
struct OrderRow {
    number: u32,
    placed_at: i64,
    name: String,
    email: String,
    street: String,
    town: String,
    coupon: Option<String>,
    goods_cents: i64,
    discount_cents: i64,
    delivery_cents: i64,
}

#[derive(FromRow)]
struct OrderLineRow {
    #[sqlx(try_from = "String")]
    sku: Sku,
    name: String,
    brief: String,
    price_cents: i64,
    quantity: u32,
}

impl From<OrderLineRow> for Line {
    fn from(row: OrderLineRow) -> Self {
        Self {
            sku: row.sku,
            name: row.name,
            brief: row.brief,
            price: Cents(row.price_cents),
            quantity: row.quantity,
        }
    }
}

impl OrderRow {
    fn with_lines(self, id: OrderId, lines: Vec<OrderLineRow>) -> Order {
        Order {
            id,
            number: self.number,
            placed_at: self.placed_at,
            to: Recipient {
                name: self.name,
                email: self.email,
                street: self.street,
                town: self.town,
            },
            lines: lines.into_iter().map(Into::into).collect(),
            coupon_code: self.coupon,
            goods: Cents(self.goods_cents),
            discount: Cents(self.discount_cents),
            delivery: Cents(self.delivery_cents),
        }
    }
}

#[async_trait]
impl Orders for ShopStore {
    async fn place(&self, cart: &CartId, to: &Recipient) -> Result<Order, CartError> {
        let id = OrderId::from_bits(random_bits()?);
        let mut write = self.database.write().await.map_err(failed)?;
        let bought = carts::read(&mut write, cart).await?.ok_or(CartError::NoSuchCart)?;
        if bought.is_empty() {
            return Err(CartError::Empty);
        }
        let number = next_number(&mut write).await?;
        let order = Order {
            id,
            number,
            placed_at: now_ms(),
            to: to.clone(),
            goods: bought.goods(),
            discount: bought.discount(),
            delivery: bought.delivery(),
            coupon_code: bought.coupon.as_ref().map(|coupon| coupon.code.clone()),
            lines: bought.lines,
        };
        write_order(&mut write, &order).await?;
        empty(&mut write, cart).await?;
        write.commit().await.map_err(failed)?;
        Ok(order)
    }

    async fn order(&self, id: &OrderId) -> Result<Option<Order>, StoreError> {
        let mut reader = self.database.reader().acquire().await.map_err(failed)?;
        let row: Option<OrderRow> = sqlx::query_as(
            "SELECT number, placed_at, name, email, street, town, coupon, goods_cents, \
                    discount_cents, delivery_cents \
             FROM shop_orders WHERE id = ?",
        )
        .bind(id.as_str())
        .fetch_optional(&mut *reader)
        .await
        .map_err(failed)?;
        let Some(row) = row else { return Ok(None) };
        let lines: Vec<OrderLineRow> = sqlx::query_as(
            "SELECT sku, name, brief, price_cents, quantity FROM shop_order_lines \
             WHERE order_id = ? ORDER BY position",
        )
        .bind(id.as_str())
        .fetch_all(&mut *reader)
        .await
        .map_err(failed)?;
        Ok(Some(row.with_lines(id.clone(), lines)))
    }
}

async fn next_number(connection: &mut SqliteConnection) -> Result<u32, StoreError> {
    sqlx::query_scalar("SELECT coalesce(max(number), ?) + 1 FROM shop_orders")
        .bind(NUMBER_BEFORE_FIRST)
        .fetch_one(connection)
        .await
        .map_err(failed)
}

async fn write_order(connection: &mut SqliteConnection, order: &Order) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO shop_orders (id, number, placed_at, name, email, street, town, coupon, \
                                  goods_cents, discount_cents, delivery_cents) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(order.id.as_str())
    .bind(order.number)
    .bind(order.placed_at)
    .bind(&order.to.name)
    .bind(&order.to.email)
    .bind(&order.to.street)
    .bind(&order.to.town)
    .bind(&order.coupon_code)
    .bind(order.goods.0)
    .bind(order.discount.0)
    .bind(order.delivery.0)
    .execute(&mut *connection)
    .await
    .map_err(failed)?;
    for (position, line) in (0_u32..).zip(&order.lines) {
        sqlx::query(
            "INSERT INTO shop_order_lines \
               (order_id, position, sku, name, brief, price_cents, quantity) \
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(order.id.as_str())
        .bind(position)
        .bind(line.sku.as_str())
        .bind(&line.name)
        .bind(&line.brief)
        .bind(line.price.0)
        .bind(line.quantity)
        .execute(&mut *connection)
        .await
        .map_err(failed)?;
    }
    Ok(())
}

async fn empty(connection: &mut SqliteConnection, cart: &CartId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM shop_cart_lines WHERE cart = ?")
        .bind(cart.as_str())
        .execute(&mut *connection)
        .await
        .map_err(failed)?;
    sqlx::query("UPDATE shop_carts SET coupon = NULL, updated_at = ? WHERE id = ?")
        .bind(now_ms())
        .bind(cart.as_str())
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}
