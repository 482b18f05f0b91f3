-- A withdrawal to a Lightning Address. Its invoice was fetched from the address's server, and is replaced by a new one when it expires
-- before the withdrawal may be paid.
alter table withdrawals
  add column lightning_address text,
  add column invoice_expires_at timestamptz,
  add constraint withdrawals_lightning_address check ((lightning_address is null) = (invoice_expires_at is null)
    and (lightning_address is null or payment_hash is not null));
