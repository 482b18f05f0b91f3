-- What others read of a charge: all that it was computed from, and its shares in the order of the ad units.
create view settled_charges as
select statement.entry, statement.campaign_id, statement.asset, window_start, window_end, window_seconds, active_seconds,
  billable, due, charged, fee, referral, partner_id is not null as has_partner, fee_basis_points, balance, spent,
  spent_today, unpaid, carried_in, carried_out, traffic_type, daily_budget, max_cpm, total_budget, (
    select coalesce(json_agg(json_build_object('unit', unit_id::text, 'billable', share.billable::text,
      'gross', share.gross::text, 'fee', share.fee::text, 'referral', share.referral::text, 'net', share.net::text)
      order by unit_id), '[]')
    from settlement_shares share
    where share.campaign_id = statement.campaign_id and share.window_start = statement.window_start) as shares
from settlements statement join campaign_terms terms on terms.id = terms_id;

-- Every fee that was set, and from when it counts.
create view fee_changes as
select id, name, value, valid_from from setting_changes where name in ('fee_basis_points', 'premium_fee_basis_points');
