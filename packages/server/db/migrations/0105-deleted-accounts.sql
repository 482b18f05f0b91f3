-- An account whose person asked to be forgotten: what belongs to the books stays, and nobody it belongs to is named.
alter table users add column deleted_at timestamptz;
