-- Which checklists of first steps an account has chosen or dismissed, such as {"advertiser": "dismissed"}. What is done in them is read from
-- what the account has, and is stored nowhere.
alter table users add column first_steps jsonb not null default '{}' check (jsonb_typeof(first_steps) = 'object');

-- When an account, and each thing that its first steps are about, came to be: for the domain that answers with them.
create view account_starts as
select id as user_id, first_steps, email_confirmed_at, (select min(created_at) from passkeys where user_id = users.id) as first_passkey_at
from users;

create view campaign_starts as
select id, user_id, state, created_at,
  (select min(decided_at) from creatives where campaign_id = campaigns.id and state in ('live', 'superseded')) as approved_at
from campaigns;

create view site_starts as
select user_id, created_at from sites;

create view offer_starts as
select id, user_id, state, created_at, case when rejected_reason is null and state in ('live', 'archived') then decided_at end as approved_at
from publication_offers;

create view order_starts as
select advertiser_id, publisher_id, created_at from publication_orders;

create view payout_address_starts as
select user_id, created_at from payout_addresses;

create view publisher_request_hours as
select user_id, at from account_request_sums where side = 'publisher' and not is_day;

create view first_ledger_transfers as
select owner, owner_id, ledger_accounts.kind, at
from ledger_accounts
join ledger_entries on account = ledger_accounts.id and sequence = 1
join ledger_transfers on ledger_transfers.id = transfer;
