-- The hours of the week in which a campaign is shown: a digit for each hour from Monday 00:00 on, 1 where it is shown. They are
-- hours of the time zone that the owner's account had when they were set. Null is every hour. They are in the terms, since the
-- seconds that a campaign is charged for depend on them.
alter table campaign_terms
  add column hours text check (hours ~ '^[01]{168}$' and hours like '%1%'),
  add column time_zone text check (length(time_zone) between 1 and 64),
  add check ((hours is null) = (time_zone is null));

create or replace view settled_charges as
select statement.entry, statement.campaign_id, statement.asset, window_start, window_end, window_seconds, active_seconds,
  billable, due, charged, fee, referral, partner_id is not null as has_partner, fee_basis_points, balance, spent,
  spent_today, unpaid, carried_in, carried_out, traffic_type, daily_budget, max_cpm, total_budget, (
    select coalesce(json_agg(json_build_object('unit', unit_id::text, 'billable', share.billable::text,
      'gross', share.gross::text, 'fee', share.fee::text, 'referral', share.referral::text, 'net', share.net::text)
      order by unit_id), '[]')
    from settlement_shares share
    where share.campaign_id = statement.campaign_id and share.window_start = statement.window_start) as shares,
  hours, time_zone
from settlements statement join campaign_terms terms on terms.id = terms_id;
