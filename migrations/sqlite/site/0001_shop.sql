-- The demo shop. Money is whole cents, moments are milliseconds since 1970, ids are random text.

CREATE TABLE shop_categories (
  slug     TEXT PRIMARY KEY,
  name     TEXT NOT NULL,
  heading  TEXT NOT NULL,
  lead     TEXT NOT NULL,
  position INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TABLE shop_products (
  sku           TEXT PRIMARY KEY,
  name          TEXT NOT NULL UNIQUE,
  category      TEXT NOT NULL REFERENCES shop_categories (slug),
  price_cents   INTEGER NOT NULL CHECK (price_cents > 0),
  brief         TEXT NOT NULL,
  stock         INTEGER NOT NULL CHECK (stock >= 0),
  -- Its place on the shop's first page; NULL for those that are not there.
  featured      INTEGER UNIQUE,
  position      INTEGER NOT NULL UNIQUE,
  delivery_from INTEGER NOT NULL CHECK (delivery_from > 0),
  delivery_to   INTEGER NOT NULL CHECK (delivery_to >= delivery_from),
  materials     TEXT NOT NULL,
  dimensions    TEXT NOT NULL,
  -- Further words people look for it by.
  words         TEXT NOT NULL,
  description   TEXT NOT NULL
) STRICT;

CREATE INDEX shop_products_category ON shop_products (category, position);

-- Porter's stemmer finds "mugs" in "mug".
CREATE VIRTUAL TABLE shop_search USING fts5 (
  sku UNINDEXED, name, category, words, brief, materials, description,
  tokenize = 'porter unicode61'
);

CREATE TABLE shop_reviews (
  id         INTEGER PRIMARY KEY,
  sku        TEXT NOT NULL REFERENCES shop_products (sku),
  author     TEXT NOT NULL,
  stars      INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  written_on TEXT NOT NULL,
  title      TEXT NOT NULL,
  text       TEXT NOT NULL
) STRICT;

CREATE INDEX shop_reviews_sku ON shop_reviews (sku, written_on DESC);

CREATE TABLE shop_coupons (
  code       TEXT PRIMARY KEY,
  percent    INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 100),
  -- NULL: never.
  expires_at INTEGER
) STRICT;

CREATE TABLE shop_carts (
  id         TEXT PRIMARY KEY,
  coupon     TEXT REFERENCES shop_coupons (code),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX shop_carts_updated ON shop_carts (updated_at);

CREATE TABLE shop_cart_lines (
  cart     TEXT NOT NULL REFERENCES shop_carts (id) ON DELETE CASCADE,
  sku      TEXT NOT NULL REFERENCES shop_products (sku),
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  added_at INTEGER NOT NULL,
  PRIMARY KEY (cart, sku)
) STRICT;

CREATE TABLE shop_orders (
  id             TEXT PRIMARY KEY,
  number         INTEGER NOT NULL UNIQUE,
  placed_at      INTEGER NOT NULL,
  name           TEXT NOT NULL,
  email          TEXT NOT NULL,
  street         TEXT NOT NULL,
  town           TEXT NOT NULL,
  coupon         TEXT,
  goods_cents    INTEGER NOT NULL,
  discount_cents INTEGER NOT NULL,
  delivery_cents INTEGER NOT NULL
) STRICT;

-- Names and prices as they were that day.
CREATE TABLE shop_order_lines (
  order_id    TEXT NOT NULL REFERENCES shop_orders (id) ON DELETE CASCADE,
  position    INTEGER NOT NULL,
  sku         TEXT NOT NULL,
  name        TEXT NOT NULL,
  brief       TEXT NOT NULL,
  price_cents INTEGER NOT NULL,
  quantity    INTEGER NOT NULL,
  PRIMARY KEY (order_id, position)
) STRICT;

CREATE TABLE shop_newsletter (
  email         TEXT PRIMARY KEY,
  subscribed_at INTEGER NOT NULL
) STRICT;
