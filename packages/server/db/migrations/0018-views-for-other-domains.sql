-- What domains let others read of their tables, so that a table can change without its readers: each view has the columns that other
-- domains use, as they are in the table. PostgreSQL puts a view's query in place of its name, so that indexes are used as before.

-- ======== accounts ============================================================================================

create or replace view shared_users as
select id, email, username, roles, locale, operator_asked_by, created_at,
  (select contact from premium_periods where user_id = users.id and until is null) as premium_contact,
  (select max(last_seen_at) from sessions where user_id = users.id) as last_seen_at,
  (select count(*) from sessions where user_id = users.id) as sessions_count
from users;

-- ======== ledger ==============================================================================================

create or replace view shared_ledger_accounts as
select id, owner, owner_id, asset, kind, balance from ledger_accounts;

create or replace view shared_ledger_transfers as
select id, key, kind, asset, amount, reason, at, subject_type, subject_id from ledger_transfers;

create or replace view shared_ledger_entries as
select account, transfer, amount, balance from ledger_entries;

create or replace view shared_ledger_holds as
select id, key, from_account, held_account, amount, reason, state, created_at, expires_at from ledger_holds;

-- ======== sites and ad units ==================================================================================

create or replace view shared_sites as
select id, user_id, domain_name, state, language from sites;

create or replace view shared_categories as
select id, name from categories;

create or replace view shared_site_categories as
select site_id, category_id from site_categories;

create or replace view shared_ad_units as
select id, user_id, site_id, kind, state, name, size, ad_type, disallowed_ratings, settings, fallback, fallback_text, fallback_link,
  floor_asset, floor_net_cpm, created_at
from ad_units;

-- ======== campaigns ===========================================================================================

create or replace view shared_campaigns as
select id, user_id, state, asset, name, starts_at, ends_at, fee_halved, auto_fund, country_mode, countries, devices,
  utm_source, utm_medium, utm_campaign, utm_content, utm_term
from campaigns;

create or replace view shared_campaign_activity as
select campaign_id, started_at, ended_at from campaign_activity;

create or replace view shared_campaign_targets as
select campaign_id, type, target_id, allowed from campaign_targets;

create or replace view shared_campaign_exclusions as
select campaign_id, type, target_id from campaign_exclusions;

create or replace view shared_creatives as
select id, campaign_id, state, language, link_text, creative_text, creative_link, creative_action, rating, banners_only, advert_logo,
  advert_illustration
from creatives;

create or replace view shared_creative_banners as
select creative_id, banner_id from creative_banners;

create or replace view shared_banners as
select id, user_id, file_name, size, content_type, hash, bytes, avif from banners;

create or replace view shared_traffic_pack_targets as
select traffic_pack_id, type, target_id, allowed from traffic_pack_targets;

create or replace view shared_campaign_terms as
select id, campaign_id, valid_from, traffic_type, daily_budget, max_cpm, total_budget, changed_at, hours, time_zone
from campaign_terms;

create or replace view shared_campaign_holds as
select hold_id, campaign_id, window_start, window_end from campaign_holds;

-- ======== what was shown and settled ==========================================================================

create or replace view shared_delivery_counters as
select bucket, unit_id, campaign_id, banner_id, kind, count from delivery_counters;

create or replace view shared_delivery_heartbeats as
select minute from delivery_heartbeats;

create or replace view shared_settlements as
select campaign_id, window_start, window_end, asset, active_seconds, billable, due, charged, fee, settled_at, referral, partner_id,
  promotion, terms_id, window_seconds, fee_basis_points, balance, spent, spent_today, unpaid, carried_in, carried_out
from settlements;

create or replace view shared_settlement_shares as
select campaign_id, window_start, unit_id, billable, gross, fee, referral, net, earning_id, waiting, waiting_id
from settlement_shares;

create or replace view shared_settlement_progress as
select settled_until from settlement_progress;

create or replace view shared_unit_earnings as
select id, unit_id, asset, amount, last_at, state from unit_earnings;

create or replace view shared_earning_returns as
select earning_id, campaign_id, user_id, asset, net, fee, at from earning_returns;

-- ======== what the history of an account shows ================================================================

-- With the address that the network gave for it.
create or replace view shared_deposits as
select deposits.id, deposits.user_id, deposits.address, depositable_type, depositable_id, asset, amount, worth, credited,
  transaction_id, is_gone, is_too_small, steps, seen_at, credited_at
from deposits left join deposit_addresses on deposit_addresses.id = address_id;

-- With the transaction that pays it.
create or replace view shared_withdrawals as
select withdrawals.id, user_id, hold_id, address, asset, amount, withdrawals.state, not_before, withdrawals.created_at, transaction_id
from withdrawals left join payouts on payouts.id = payout_id;

-- With the coupon that it is of.
create or replace view coupon_gifts as
select campaign_id, user_id, code, effect, asset, amount, redemption.created_at
from coupon_redemptions redemption join coupons on coupons.id = coupon_id;

create or replace view shared_orders as
select id, advertiser_id, publisher_id, partner_id, hold_id, name, asset, amount, refunded, confirmed_at, due_at
from publication_orders;

create or replace view shared_order_releases as
select order_id, day, net, referral, at from publication_order_releases;

create or replace view publication_refunds as
select order_id, at from publication_order_events where to_state = 'refunded';
