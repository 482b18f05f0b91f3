-- Accounts that are probably one person's: made on one day from one neighborhood of addresses, or paid at one address.

-- Eight bytes of a keyed hash of the neighborhood. The key is destroyed once its day is over: nobody can find the address again.
alter table users add column sign_up_place bytea check (octet_length(sign_up_place) = 8);
create index users_sign_up_place on users (sign_up_place) where sign_up_place is not null;

create table sign_up_keys (
  day date primary key,
  key bytea not null check (octet_length(key) = 32)
);

create index payout_addresses_address on payout_addresses (lower(address));

-- Each token's first address of an account. Others do not count: payouts are public, and an account that remembers the addresses of many
-- strangers would link all of them.
create view first_payout_addresses as
select user_id, lower(address) as address from payout_addresses own
where not exists (
  select from payout_addresses before
  where before.user_id = own.user_id and before.token_code = own.token_code
    and (before.created_at, before.address) < (own.created_at, own.address));

-- Each account with itself and all that are linked to it, over any number of steps, 1,000 accounts at most. Ask it for some accounts,
-- not for all: it searches from each of them. The lowest number names the group.
create view linked_accounts as
select users.id as user_id, linked.id as linked_id
from users cross join lateral (
  with recursive reached (id, place, address) as (
    select users.id, null::bytea, null::text
    union
    select next.id, next.place, next.address
    from reached cross join lateral (
      select null::integer as id, own.sign_up_place as place, null::text as address from users own
      where own.id = reached.id and own.sign_up_place is not null
      union all
      select null, null, first_payout_addresses.address from first_payout_addresses where user_id = reached.id
      union all
      select other.id, null, null from users other where other.sign_up_place = reached.place
      union all
      select other.user_id, null, null from first_payout_addresses other where other.address = reached.address
    ) as next
  )
  select id from reached where id is not null limit 1000
) as linked;
