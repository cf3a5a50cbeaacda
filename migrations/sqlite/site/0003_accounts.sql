-- Who may use the dashboard. Moments are milliseconds since 1970. Of tokens, links and recovery codes only SHA-256 is kept.

CREATE TABLE accounts (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  name          TEXT NOT NULL COLLATE NOCASE UNIQUE,
  role          TEXT NOT NULL CHECK (role IN ('owner', 'viewer')),
  -- argon2id, as a PHC string.
  password      TEXT NOT NULL,
  password_at   INTEGER NOT NULL,
  created_at    INTEGER NOT NULL,
  -- The secret of the code generator, sealed; NULL while two-step sign-in is off.
  totp          BLOB,
  -- The last time step whose code was used: it is not taken twice.
  totp_step     INTEGER NOT NULL DEFAULT 0,
  -- A secret that waits for its first code, sealed.
  totp_starting BLOB
) STRICT;

CREATE TABLE account_recovery_codes (
  hash    BLOB PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX account_recovery_codes_account ON account_recovery_codes (account);

CREATE TABLE account_sessions (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  hash       BLOB NOT NULL UNIQUE,
  account    INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The password was right, the code is still to come: such a session opens nothing.
  is_half    INTEGER NOT NULL CHECK (is_half IN (0, 1)),
  created_at INTEGER NOT NULL,
  seen_at    INTEGER NOT NULL,
  address    TEXT NOT NULL,
  browser    TEXT NOT NULL
) STRICT;

CREATE INDEX account_sessions_account ON account_sessions (account);

-- One-time links.
CREATE TABLE account_links (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  hash       BLOB NOT NULL UNIQUE,
  kind       TEXT NOT NULL CHECK (kind IN ('set-up', 'invitation', 'reset')),
  -- What an invited person becomes.
  role       TEXT CHECK (role IN ('owner', 'viewer')),
  -- Whose password is to be reset.
  account    INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  CHECK ((kind = 'invitation') = (role IS NOT NULL)),
  CHECK ((kind = 'reset') = (account IS NOT NULL))
) STRICT;

-- What was done, by whom, from where. Names are kept as they were: an account may be gone.
CREATE TABLE account_audit (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  at      INTEGER NOT NULL,
  who     TEXT NOT NULL,
  what    TEXT NOT NULL,
  about   TEXT NOT NULL,
  address TEXT NOT NULL
) STRICT;

CREATE INDEX account_audit_who ON account_audit (who COLLATE NOCASE, what, address);

CREATE TRIGGER account_audit_is_not_changed BEFORE UPDATE ON account_audit
BEGIN
  SELECT raise(ABORT, 'the audit log is not changed');
END;

CREATE TRIGGER account_audit_is_not_shortened BEFORE DELETE ON account_audit
BEGIN
  SELECT raise(ABORT, 'the audit log is not shortened');
END;
