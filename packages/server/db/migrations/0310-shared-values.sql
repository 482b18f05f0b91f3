-- What every process of the installation must have alike. Of SECRET it is a keyed check value, from which nobody learns the secret.
create table shared_values (
  name text primary key check (name in ('SECRET', 'SETTLEMENT_WINDOW_SECONDS', 'PUBLIC_URL', 'TRUSTED_PROXIES')),
  value text not null
);
