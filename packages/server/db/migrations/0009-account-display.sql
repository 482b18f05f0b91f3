-- Whose days the reports of an account are by, unless another time zone is asked for: an IANA name. Reports that it gets by email
-- are due at 08:00 of the time zone that is saved with them.
alter table users add column time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64);

-- What the dashboard shows the amounts of reports in, at the current rate. Null: in the currencies that were charged. No amount
-- is kept or calculated with in it.
alter table users add column display_currency text check (display_currency in ('btc', 'satoshi', 'usd'));
