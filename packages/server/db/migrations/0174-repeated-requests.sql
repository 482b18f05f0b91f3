-- Whoever is not signed in repeats a request too: the key then belongs to the anonymous browser.
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys alter column user_id drop not null;
alter table idempotency_keys add column browser_hash bytea;
-- An answer with something that is shown once, encrypted with the key, of which only the hash is then kept.
alter table idempotency_keys add column sealed bytea;
alter table idempotency_keys add check (num_nonnulls(user_id, browser_hash) = 1);
create unique index idempotency_keys_of_user on idempotency_keys (user_id, key) where user_id is not null;
create unique index idempotency_keys_of_browser on idempotency_keys (browser_hash, key) where browser_hash is not null;
