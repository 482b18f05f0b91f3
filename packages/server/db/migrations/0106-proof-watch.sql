-- A publication whose link was found is looked at again, day by day, until its order is paid.

alter table publication_orders
  -- Null while nothing is watched: the link was never found, or the order takes no more payments.
  add column proof_check_at timestamptz,
  -- How many looks in a row have missed the link.
  add column proof_misses integer not null default 0 check (proof_misses >= 0),
  -- Since when payments wait for the link to come back.
  add column proof_lost_at timestamptz,
  add check (proof_check_at is null or state in ('published', 'confirmed'));

update publication_orders set proof_check_at = now()
where state in ('published', 'confirmed') and proof @> '{"has_link": true}';

create index publication_orders_proof on publication_orders (proof_check_at) where proof_check_at is not null;
