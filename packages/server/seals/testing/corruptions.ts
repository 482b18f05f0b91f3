/**
 * An edit that an attacker with the database's password could make: its name and the SQL. `seals deleted`: all seals
 * are deleted, so that the server seals the changed books again and the public log has to show it. `sealed again`: the
 * attacker also has the server's secret, so only the books themselves can show it.
 */
export type Corruption = readonly [
  name: string,
  sql: string,
  then?: 'seals deleted' | 'sealed again'
]

/**
 * Edits that respect the database's own constraints, with triggers turned off where they would block them. Edits of the
 * ledger keep it consistent, including entries, balances and chains, as far as their author knew how.
 */
export const corruptions: readonly Corruption[] = [
  // Entries and balances
  [
    'an entry’s amount',
    'update ledger_entries set amount = amount + 1 where (account, sequence) = (select account, sequence from ledger_entries order by amount desc limit 1)'
  ],
  [
    'a balance',
    "update ledger_accounts set balance = balance + 1 where id = (select id from ledger_accounts where owner = 'user' order by id limit 1)"
  ],
  [
    'a balance moved to another account',
    `
    with pair as (select min(id) as one, max(id) as other from ledger_accounts where owner = 'user' and asset = 'BTC' and kind = 'available' and balance > 10)
    update ledger_accounts set balance = balance + case id when one then 10 else -10 end from pair where id in (one, other)`
  ],
  // Settlements and shares
  [
    'a share’s net and fee',
    'update settlement_shares set net = net - 1, fee = fee + 1 where entry = (select min(entry) from settlement_shares where net > 1)'
  ],
  [
    'a share moved to another unit',
    'update settlement_shares set unit_id = unit_id + 1000 where entry = (select min(entry) from settlement_shares)'
  ],
  [
    'a charge',
    'update settlements set charged = charged - 1 where entry = (select min(entry) from settlements where charged > fee + 1)'
  ],
  [
    'a settlement deleted',
    'with gone as (delete from settlement_shares where (campaign_id, window_start) = (select campaign_id, window_start from settlements where charged > 0 order by entry limit 1) returning campaign_id, window_start) delete from settlements using gone where (settlements.campaign_id, settlements.window_start) = (gone.campaign_id, gone.window_start)'
  ],
  [
    'what was due ×10',
    'update settlements set due = due * 10 where entry = (select min(entry) from settlements where due > 0)'
  ],
  [
    'the active seconds',
    'update settlements set active_seconds = active_seconds / 2 where entry = (select min(entry) from settlements where active_seconds > 0)'
  ],
  [
    'billable ×100 with its share',
    `
    with big as (update settlement_shares set billable = billable * 100 where entry = (select min(entry) from settlement_shares) returning campaign_id, window_start)
    update settlements set billable = (select sum(billable) from settlement_shares share where (share.campaign_id, share.window_start) = (big.campaign_id, big.window_start))
      + 99 * (select billable from settlement_shares where entry = (select min(entry) from settlement_shares)) from big
    where (settlements.campaign_id, settlements.window_start) = (big.campaign_id, big.window_start)`
  ],
  [
    'the fee’s history',
    "update setting_changes set value = value - 500 where name = 'fee_basis_points'"
  ],
  [
    'the progress of settling moved on',
    "update settlement_progress set settled_until = settled_until + interval '3 days'"
  ],
  ['the closing of counting moved back', "update event_log_heads set at = at - interval '3 days'"],
  // Counts and the event log
  ['one view deleted', changeView("body = overlay(body placing '' from place * 84 + 1 for 84)")],
  ['every view deleted', 'delete from event_log_batches'],
  [
    'every view deleted with its verdict',
    'delete from event_log_batches; delete from event_log_verdicts'
  ],
  [
    'a batch deleted with its verdicts',
    `
    with gone as (delete from event_log_verdicts where (partition, position) = (select partition, position from event_log_verdicts order by partition, position offset 3 limit 1) returning partition, before, position)
    delete from event_log_batches batch using gone where batch.partition = gone.partition and batch.position > gone.before and batch.position <= gone.position`
  ],
  [
    'a view copied under a new id',
    changeView(
      'body = body || overlay(substring(body from place * 84 + 1 for 84) placing uuid_send(gen_random_uuid()) from 9)'
    )
  ],
  [
    'a view given to another unit',
    changeView(
      'body = set_byte(body, place * 84 + 27, (get_byte(body, place * 84 + 27) + 1) % 256)'
    )
  ],
  [
    'a view’s verdict flipped',
    `update event_log_verdicts set verdicts = overlay(verdicts placing '\\x1e' from position('\\x02'::bytea in verdicts)) where (partition, position) = (select partition, position from event_log_verdicts where position('\\x02'::bytea in verdicts) > 0 order by partition, position limit 1)`
  ],
  [
    'billable counters ×10',
    "update delivery_counters set count = count * 10 where kind = 'billable'"
  ],
  ['billable counters deleted', "delete from delivery_counters where kind = 'billable'"],
  [
    'counters and verdicts together',
    `
    with flipped as (
      update event_log_verdicts set verdicts = overlay(verdicts placing '\\x1e' from position('\\x02'::bytea in verdicts))
      where (partition, position) = (select partition, position from event_log_verdicts where position('\\x02'::bytea in verdicts) > 0 order by partition, position limit 1)
      returning at)
    update delivery_counters counter set count = count - 1 from flipped
    where counter.bucket = date_trunc('hour', flipped.at) and counter.kind = 'billable' and count > 1`
  ],
  // Terms and owners
  ['a campaign’s owner', 'update campaigns set user_id = (select max(id) from users) where id = 1'],
  ['an ad unit’s owner', 'update ad_units set user_id = (select max(id) from users) where id = 1'],
  ['a campaign’s halved fee', 'update campaigns set fee_halved = not fee_halved where id = 1'],
  ['a user’s partner', 'update users set partner_id = 1 where id = (select max(id) from users)'],
  [
    'a campaign’s terms that charged nothing yet',
    `
    update campaign_terms set daily_budget = daily_budget * 2
    where id = (select max(id) from campaign_terms where id not in (select terms_id from settlements))`
  ],
  [
    'the hours of a campaign’s terms that charged nothing yet',
    `
    update campaign_terms set hours = rpad('1', 168, '0'), time_zone = 'UTC'
    where id = (select max(id) from campaign_terms where id not in (select terms_id from settlements))`
  ],
  [
    'the hours of a campaign that was charged',
    `
    update campaign_terms set hours = rpad('1', 168, '0'), time_zone = 'UTC'
    where id = (select terms_id from settlements join campaign_terms terms on terms.id = terms_id where traffic_type = 'cpd' and charged > 0 order by entry limit 1)`,
    'sealed again'
  ],
  [
    'a Premium account’s beginning',
    "update premium_periods set since = since - interval '30 days' where until is null"
  ],
  [
    'a Premium account’s end',
    "update premium_periods set until = until + interval '30 days' where until is not null"
  ],
  ['a Premium account’s end taken back', 'update premium_periods set until = null'],
  // Edits of the ledger that keep it consistent
  [
    'a transfer in the middle deleted and its chains renumbered',
    takenOut(
      "select * into gone from ledger_transfers where kind = 'settlement_fee' order by id limit 1"
    )
  ],
  [
    'what a unit got deleted and its chains renumbered',
    takenOut(
      "select * into gone from ledger_transfers where kind = 'unit_settlement' order by id limit 1"
    )
  ],
  [
    'the amount that a unit got',
    `
    do $$
    declare changed ledger_transfers;
    begin
      select * into changed from ledger_transfers where kind = 'unit_settlement' order by id limit 1;
      update ledger_transfers set amount = amount - 1, request_hash = sha256(convert_to(concat('["unit_settlement","', amount - 1,
        '","network 0 ', asset, ' settling","ad_unit ', (select owner_id from ledger_accounts where id = to_account), ' ', asset,
        ' available",null]'), 'UTF8')) where id = changed.id;
      update ledger_entries set amount = amount + case when amount > 0 then -1 else 1 end where transfer = changed.id;
      update ledger_entries set balance = ledger_entries.balance + case side.account when changed.from_account then 1 else -1 end
      from ledger_entries side
      where side.transfer = changed.id and ledger_entries.account = side.account and ledger_entries.sequence >= side.sequence;
      update ledger_accounts set balance = balance + case id when changed.from_account then 1 else -1 end
      where id in (changed.from_account, changed.to_account);
    end $$`
  ],
  [
    'two transfers to units exchanged',
    `
    with pair as (
      select one.id as one, other.id as other, one.to_account as first_unit, other.to_account as second_unit
      from ledger_transfers one join ledger_transfers other
        on other.kind = one.kind and other.asset = one.asset and other.to_account <> one.to_account
      where one.kind = 'unit_settlement' order by one.id, other.id limit 1
    ), turned as (
      update ledger_entries set transfer = case transfer when one then other else one end from pair
      where transfer in (one, other) and account in (first_unit, second_unit))
    update ledger_transfers set to_account = case id when one then second_unit else first_unit end from pair where id in (one, other)`
  ],
  [
    'money left where a settlement only passes through',
    forged(
      'settlement',
      "('campaign', (select owner_id from ledger_accounts where owner = 'campaign' and asset = 'BTC' and kind = 'available' and balance > 10 order by id limit 1), 'available')",
      "('network', 0, 'settling')",
      'settlement:settling',
      10
    )
  ],
  [
    'a transfer’s moment',
    "update ledger_transfers set at = at + interval '1 day' where id = (select min(id) from ledger_transfers)"
  ],
  [
    'a transfer’s reason',
    "update ledger_transfers set reason = 'Something else' where kind = 'adjustment' and key like 'adjustment:%'"
  ],
  ['every request hash', 'update ledger_transfers set request_hash = sha256(request_hash)'],
  [
    'a transfer’s key',
    "update ledger_transfers set key = key || 'x' where kind = 'funding' and id = (select min(id) from ledger_transfers where kind = 'funding')"
  ],
  [
    'a forged adjustment of 1 BTC',
    forged(
      'adjustment',
      "('network', 0, 'outside')",
      "('user', 1, 'available')",
      'adjustment:1:forged'
    )
  ],
  [
    'a forged transfer between users',
    forged(
      'adjustment',
      "('user', (select owner_id from ledger_accounts where owner = 'user' and asset = 'BTC' and kind = 'available' and balance > 100 order by balance desc limit 1), 'available')",
      "('user', 1, 'available')",
      'adjustment:1:between',
      100
    )
  ],
  [
    'fees to a user',
    forged(
      'order_referral',
      "('network', 0, 'fee')",
      "('user', 1, 'available')",
      'order:1:release:29:referral',
      1
    )
  ],
  [
    'a unit’s earnings to a user',
    forged(
      'settlement',
      "('ad_unit', (select owner_id from ledger_accounts where owner = 'ad_unit' and asset = 'BTC' and balance > 10 limit 1), 'available')",
      "('user', 1, 'available')",
      'settlement:forged',
      10
    )
  ],
  [
    'a deposit that never came',
    forged('deposit', "('network', 0, 'outside')", "('user', 1, 'available')", 'deposit:999:1')
  ],
  [
    'a gift that no coupon gave',
    forged('coupon', "('network', 0, 'promotion')", "('user', 1, 'promotion')", 'coupon:999')
  ],
  // Daily totals
  [
    'a daily total',
    "update book_days set amount = amount + 1 where (day, asset, kind, payer) = (select day, asset, kind, payer from book_days where kind = 'settlement' order by day limit 1)"
  ],
  [
    'a day of the totals with what says that it was counted',
    'delete from book_days where day = (select min(day) from book_days); update book_days_progress set rows = rows - (select int8multirange(int8range(min(lower(piece)), min(lower(piece)) + 1)) from unnest(rows) as piece)'
  ],
  // Maturing of earnings
  [
    'an earning that matures now',
    "update unit_earnings set matures_at = day + interval '1 day' where id = (select min(id) from unit_earnings where ended_at is null)"
  ],
  [
    'an earning that matures in ten years',
    "update unit_earnings set matures_at = matures_at + interval '10 years' where id = (select min(id) from unit_earnings where ended_at is null)"
  ],
  ['slow starts opened again', 'update slow_starts set ended_at = null'],
  ['good days of slow starts', 'update slow_starts set good_days = good_days + 30'],
  [
    'a slow start deleted',
    'delete from slow_starts where unit_id = (select min(unit_id) from slow_starts)'
  ],
  [
    'a hold on earnings that no operator made',
    "insert into earning_holds (unit_id, reason, created_by, created_at) select min(unit_id), 'because', (select max(id) from users), now() from unit_earnings"
  ],
  // Settings and roles
  [
    'a fee of 2020',
    "insert into setting_changes (name, value, valid_from, changed_by, changed_at) select 'fee_basis_points', 100, '2020-01-01', changed_by, '2020-01-01' from setting_changes limit 1"
  ],
  [
    'a fee of 2020, sealed again',
    "insert into setting_changes (name, value, valid_from, changed_by, changed_at) select 'fee_basis_points', 100, '2020-01-01', changed_by, '2020-01-01' from setting_changes limit 1",
    'sealed again'
  ],
  ['a statement’s active seconds without heartbeats', 'delete from delivery_heartbeats'],
  ['when campaigns were active', 'delete from campaign_activity'],
  [
    'a user made operator',
    "update users set roles = array['admin'] where id = (select min(id) from users where roles = '{}')"
  ],
  ['an operator removed', "update users set roles = '{}' where 'admin' = any(roles)"],
  // The public log
  ['the log’s notice of a fee deleted', "delete from public_log_notices where kind = 'fee'"],
  [
    'the log’s edge',
    'update public_log_head set peaks = set_byte(peaks, 0, (get_byte(peaks, 0) + 1) % 256)'
  ],
  [
    'the log’s last checkpoint deleted',
    'delete from public_log_checkpoints where size = (select max(size) from public_log_checkpoints)'
  ],
  [
    'the log cut to its first checkpoint',
    `
    delete from public_log_checkpoints where size > (select min(size) from public_log_checkpoints where size > 0);
    delete from public_log_charges; delete from public_log_chains;
    delete from public_log_batches where first_index > 0`
  ],
  ['the key of the log', 'update public_log_keys set public_key = sha256(public_key)'],
  ['a day’s views', 'update view_days set count = count * 2'],
  [
    'a campaign’s views from a country',
    'update campaign_day_places set viewable = viewable + 1 where ctid = (select min(ctid) from campaign_day_places)'
  ],
  [
    'an ad unit’s views from a country moved to another one',
    "update unit_day_places set country = 'AQ' where ctid = (select min(ctid) from unit_day_places)"
  ],
  [
    'a campaign’s views on an operating system',
    'update campaign_day_systems set billable = billable + 1 where ctid = (select min(ctid) from campaign_day_systems)'
  ],
  [
    'an ad unit’s views on an operating system deleted',
    'delete from unit_day_systems where ctid = (select min(ctid) from unit_day_systems)'
  ],
  [
    'a creative’s views moved to another one',
    'update campaign_day_creatives set creative_id = creative_id + 100000 where ctid = (select min(ctid) from campaign_day_creatives)'
  ],
  [
    'an ad unit’s views of a creative',
    'update unit_day_creatives set viewable = viewable + 1 where ctid = (select min(ctid) from unit_day_creatives)'
  ],
  [
    'a campaign’s sums',
    'update campaign_sums set viewable = viewable + 1 where ctid = (select min(ctid) from campaign_sums)'
  ],
  [
    'what an ad unit was paid, added up',
    'update unit_share_sums set gross = gross + 1 where ctid = (select min(ctid) from unit_share_sums)'
  ],
  [
    'an ad unit’s sums of requests',
    "insert into ad_unit_request_sums (is_day, at, ad_unit_id, requests, filled) select true, '2020-01-01', min(id), 1, 0 from ad_units"
  ],
  [
    'a campaign’s sums of days',
    'update campaign_sums set clicked = clicked + 1 where ctid = (select min(ctid) from campaign_sums where is_day)'
  ],
  [
    'an advertiser’s sums by ad unit',
    'update advertiser_unit_sums set billable = billable + 1 where ctid = (select min(ctid) from advertiser_unit_sums)'
  ],
  [
    'a campaign’s sums by ad unit',
    'delete from campaign_unit_sums where ctid = (select min(ctid) from campaign_unit_sums)'
  ],
  [
    'a campaign’s sums by page language',
    'update campaign_language_sums set served = served + 1 where ctid = (select min(ctid) from campaign_language_sums)'
  ],
  [
    'what a campaign was charged on pages of a language, added up',
    'delete from campaign_language_share_sums where ctid = (select min(ctid) from campaign_language_share_sums)'
  ],
  [
    'what an advertiser was charged in an ad unit, added up',
    'update advertiser_unit_share_sums set gross = gross + 1 where ctid = (select min(ctid) from advertiser_unit_share_sums)'
  ],
  [
    'what a campaign was charged in an ad unit, added up',
    'delete from campaign_unit_share_sums where ctid = (select min(ctid) from campaign_unit_share_sums)'
  ],
  [
    'a publisher’s sums',
    "update account_sums set viewable = viewable + 1 where ctid = (select min(ctid) from account_sums where side = 'publisher')"
  ],
  [
    'what the network was paid, added up',
    "delete from account_share_sums where ctid = (select min(ctid) from account_share_sums where side = 'network')"
  ],
  [
    'an account’s sums of requests',
    "insert into account_request_sums (is_day, at, side, user_id, requests, filled) values (true, '2020-01-01', 'network', 0, 1, 0)"
  ],
  [
    'an advertiser’s sums of countries',
    "update account_day_places set clicked = clicked + 1 where ctid = (select min(ctid) from account_day_places where side = 'advertiser')"
  ],
  [
    'a campaign’s sums of countries',
    'update campaign_place_sums set viewable = viewable + 1 where ctid = (select min(ctid) from campaign_place_sums)'
  ],
  [
    'an ad unit’s sums of countries',
    'delete from unit_place_sums where ctid = (select min(ctid) from unit_place_sums)'
  ],
  [
    'what a campaign was charged, added up',
    'update campaign_share_sums set gross = gross + 1 where ctid = (select min(ctid) from campaign_share_sums)'
  ],
  [
    'the network’s sums of countries',
    "delete from account_day_places where ctid = (select min(ctid) from account_day_places where side = 'network')"
  ],
  ['an ad unit’s sums', 'delete from unit_sums where ctid = (select min(ctid) from unit_sums)'],
  // Holds
  [
    'a hold’s window',
    "update campaign_holds set window_start = window_start - interval '2 hours' where hold_id = (select min(hold_id) from campaign_holds)"
  ],
  [
    'a hold’s reason',
    "update ledger_holds set reason = 'because' where id = (select min(id) from ledger_holds)"
  ],
  [
    'a hold’s expiry',
    "update ledger_holds set expires_at = created_at + interval '1 day' where id = (select max(id) from ledger_holds where state = 'open')"
  ],
  [
    'a hold’s amount',
    "update ledger_holds set amount = amount + 1 where id = (select max(id) from ledger_holds where state = 'open')"
  ],
  // Payments
  [
    'a withdrawal’s address',
    "update withdrawals set address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' where state = 'requested'"
  ],
  ['a withdrawal’s amount', 'update withdrawals set amount = amount + 1'],
  ['a withdrawal’s fee', 'update withdrawals set fee = fee - 1'],
  [
    'a withdrawal’s approval',
    'update withdrawals set approved_by = (select max(id) from users where id <> user_id and id <> approved_by) where approved_by is not null'
  ],
  ['withdrawals deleted', 'delete from withdrawals'],
  ['a payout’s raw bytes', 'update payouts set raw = reverse(raw)'],
  [
    'a payout deleted',
    'update withdrawals set payout_id = null where false; delete from payout_inputs; delete from payouts'
  ],
  [
    'a credited deposit’s amount ×10',
    'update deposits set amount = amount * 10 where id = (select min(id) from deposits where credited > 0)'
  ],
  [
    'a credited deposit deleted',
    'delete from deposits where id = (select min(id) from deposits where credited > 0)'
  ],
  [
    'a deposit address given to another account',
    'update deposit_addresses set user_id = 1, depositable_id = 1 where id = (select min(id) from deposit_addresses)'
  ],
  [
    'a credited deposit’s amount less',
    'update deposits set amount = amount - 1 where id = (select min(id) from deposits where credited > 0)'
  ],
  [
    'a credited deposit’s account',
    'update deposits set user_id = 1 where id = (select min(id) from deposits where credited > 0)',
    'sealed again'
  ],
  [
    'a credited deposit’s transaction',
    'update deposits set transaction_id = reverse(transaction_id) where id = (select min(id) from deposits where credited > 0)',
    'sealed again'
  ],
  [
    'a credited deposit’s address',
    `
    update deposits set address = other.address from deposit_addresses other
    where deposits.id = (select min(id) from deposits where credited > 0)
      and other.id = (select max(id) from deposit_addresses where chain = 'bitcoin' and id <> address_id)`,
    'sealed again'
  ],
  [
    'a credited deposit’s output',
    'update deposits set output = output + 1 where id = (select min(id) from deposits where credited > 0)'
  ],
  [
    'a credited deposit’s block taken away',
    'update deposits set credited_block = null where credited > 0',
    'sealed again'
  ],
  [
    'a credited deposit’s minimum above it',
    'update deposits set minimum = amount + 1 where id = (select min(id) from deposits where credited > 0)',
    'sealed again'
  ],
  [
    'a deposit marked as too small',
    `insert into deposits (chain, transaction_id, output, address, token_code, amount, seen_at, minimum, is_too_small)
    select chain, reverse(transaction_id), output, address, token_code, 5000, seen_at, 5000, true
    from deposits order by id limit 1`,
    'sealed again'
  ],
  ['a deposit before its credit', 'delete from deposits where credited = 0'],
  [
    'a withdrawal’s name',
    'update withdrawals set name = gen_random_uuid() where id = (select min(id) from withdrawals)'
  ],
  [
    'a paid withdrawal’s address',
    `update withdrawals set address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
    where id = (select min(id) from withdrawals where state = 'confirmed' and chain = 'bitcoin')`,
    'sealed again'
  ],
  [
    'a paid withdrawal’s address, in tokens',
    `update withdrawals set address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    where id = (select min(id) from withdrawals where state = 'confirmed' and chain = 'ethereum')`,
    'sealed again'
  ],
  [
    'a paid withdrawal’s token',
    "update withdrawals set token_code = 'USDC' where id = (select min(id) from withdrawals where state = 'confirmed' and chain = 'ethereum')",
    'sealed again'
  ],
  [
    'a withdrawal paid by another payout',
    `
    update withdrawals set payout_id = (select max(id) from payouts where chain = 'bitcoin')
    where id = (select min(id) from withdrawals where state = 'confirmed' and chain = 'bitcoin')`
  ],
  [
    'two payouts in tokens exchanged',
    `
    update withdrawals set payout_id = (select min(payout_id) + max(payout_id) from withdrawals where chain = 'ethereum') - payout_id
    where chain = 'ethereum' and payout_id is not null`
  ],
  [
    'a payout’s bytes and name from another payout',
    `
    create temporary table other on commit drop as
      select raw, reverse(transaction_id) as transaction_id from payouts where id = (select max(id) from payouts where chain = 'bitcoin');
    update payouts set raw = other.raw, transaction_id = other.transaction_id from other
    where id = (select min(id) from payouts where chain = 'bitcoin')`,
    'sealed again'
  ],
  [
    'a payout’s transaction',
    'update payouts set transaction_id = reverse(transaction_id) where id = (select max(id) from payouts)',
    'sealed again'
  ],
  [
    'a payout’s fee',
    "update payouts set fee = fee + 1 where id = (select min(id) from payouts where chain = 'bitcoin')",
    'sealed again'
  ],
  [
    'a payout’s fee and what was booked for it',
    `
    do $$
    declare paid payouts; booked ledger_transfers;
    begin
      select * into paid from payouts where chain = 'bitcoin' order by id desc limit 1;
      update payouts set fee = fee + 1 where id = paid.id;
      select * into booked from ledger_transfers where key = format('payout:%s:miner', paid.id);
      update ledger_transfers set amount = amount + 1, request_hash = sha256(convert_to(concat('["miner_fee","', amount + 1,
        '","network 0 BTC costs","network 0 BTC outside",null]'), 'UTF8')) where id = booked.id;
      update ledger_entries set amount = amount + case when amount > 0 then 1 else -1 end where transfer = booked.id;
      update ledger_entries set balance = ledger_entries.balance + case changed.account when booked.from_account then -1 else 1 end
      from ledger_entries changed
      where changed.transfer = booked.id and ledger_entries.account = changed.account and ledger_entries.sequence >= changed.sequence;
      update ledger_accounts set balance = balance + case id when booked.from_account then -1 else 1 end
      where id in (booked.from_account, booked.to_account);
    end $$`,
    'sealed again'
  ],
  [
    'what a payout has spent',
    'update payout_inputs set amount = amount + 1 where payout_id = (select min(payout_id) from payout_inputs)'
  ],
  [
    'which coins a payout has spent',
    'update payout_inputs set output = output + 1 where payout_id = (select min(payout_id) from payout_inputs)'
  ],
  [
    'a payout’s change',
    "update payouts set change_address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' where change_address is not null"
  ],
  [
    'a payout’s change called none',
    'update payouts set change_address = null where change_address is not null'
  ],
  [
    'a payout of the same coins beside a paid one',
    `
    insert into payouts (chain, transaction_id, raw, fee, state, created_at)
    select chain, 'made up', raw, fee, 'confirmed', created_at from payouts order by id limit 1`,
    'sealed again'
  ],
  // Orders
  ['an order’s amount', "update publication_orders set amount = amount + 1 where state = 'placed'"],
  ['an order’s publisher', 'update publication_orders set publisher_id = 1'],
  [
    'what an order has released',
    'update publication_orders set released = released + 1 where released > 0'
  ],
  ['an order’s releases deleted', 'delete from publication_order_releases'],
  [
    'an order’s state',
    "update publication_orders set state = 'declined', refunded = amount, due_at = null where state = 'placed'"
  ],
  ['an order’s fee', 'update publication_orders set fee_basis_points = 0'],
  // Other tables
  ['a coupon’s amount', 'update coupons set amount = amount * 2 where amount is not null'],
  ['a coupon’s limit', 'update coupons set uses_limit = 1000 where uses_limit is not null'],
  ['a coupon’s use deleted', 'delete from coupon_redemptions'],
  ['the audit log emptied', 'delete from audit_outcomes; delete from audit_entries'],
  ['an entry of the audit log', 'update audit_entries set user_id = 1'],
  [
    'the last seal',
    'delete from book_seal_parts where seal = (select max(number) from book_seals); delete from book_seals where number = (select max(number) from book_seals); update audit_entries set user_id = 1'
  ],
  [
    'the last seal alone, and what says that it was made',
    `
    update book_progress progress set rows = progress.rows - part.rows
    from book_seal_parts part where part.book = progress.book and seal = (select max(number) from book_seals);
    delete from book_seal_parts where seal = (select max(number) from book_seals);
    delete from book_seals where number = (select max(number) from book_seals)`
  ],
  [
    'all seals',
    'delete from book_seal_parts; delete from book_seals; delete from book_progress; delete from book_days; delete from book_days_progress'
  ],
  ['all seals, sealed again by the server', 'select 1', 'seals deleted'],
  ['all seals with what waits for the public log', 'delete from public_log_seals', 'seals deleted'],
  [
    'the owner of ad units, without seals',
    'update ad_units set user_id = (select max(id) from users) where id not in (select unit_id from unit_earnings)',
    'seals deleted'
  ],
  [
    'partners, without seals',
    'update users set partner_id = 1 where id = (select max(id) from users)',
    'seals deleted'
  ],
  [
    'halved fees, without seals',
    'update campaigns set fee_halved = not fee_halved',
    'seals deleted'
  ],
  [
    'the publisher of orders, without seals',
    "update publication_orders set publisher_id = 1 where state in ('placed', 'declined')",
    'seals deleted'
  ],
  [
    'the audit log, without seals',
    "delete from audit_outcomes; delete from audit_entries where input ->> 'amount' is null and act not like 'mille credit %' and act not like '%withdrawals%'",
    'seals deleted'
  ],
  [
    'a funding taken out of the ledger, without seals',
    takenOut(
      "select * into gone from ledger_transfers where kind = 'funding' order by id desc limit 1"
    ),
    'seals deleted'
  ],
  [
    'a seal in the middle',
    'delete from book_seal_parts where seal = 2; delete from book_seals where number = 2'
  ],
  [
    'a changed row whose seal was computed again, without the secret',
    `
    update coupons set uses_limit = 1000;
    update book_seal_parts set digest = sha256('made up') where book = 'coupons';
    update book_seals set digest = sha256(digest) where number = (select max(number) from book_seals)`
  ]
]

/** Deletes a transfer with its entries and adjusts everything after it as if the transfer had never existed. */
function takenOut(choice: string): string {
  return `
    do $$
    declare gone ledger_transfers; side integer;
    begin
      ${choice};
      delete from ledger_entries where transfer = gone.id;
      delete from ledger_transfers where id = gone.id;
      update ledger_accounts set entries = entries - 1,
        balance = balance + case id when gone.from_account then gone.amount else -gone.amount end
      where id in (gone.from_account, gone.to_account);
      foreach side in array array[gone.from_account, gone.to_account] loop
        create temporary table chain on commit drop as
          select transfer, row_number() over (order by sequence) as place, amount,
            sum(amount) over (order by sequence) as total from ledger_entries where account = side;
        delete from ledger_entries where account = side;
        insert into ledger_entries select side, place, transfer, amount, total from chain;
        drop table chain;
      end loop;
    end $$`
}

/** Inserts a transfer with its two entries and balances, as the ledger itself would have written it. */
function forged(kind: string, from: string, to: string, key: string, amount = 100_000_000): string {
  return `
    do $$
    declare payer ledger_accounts; payee ledger_accounts; made bigint;
    begin
      insert into ledger_accounts (owner, owner_id, asset, kind)
        select owner, owner_id, 'BTC', kind from (values ${from}, ${to}) as wanted (owner, owner_id, kind)
        on conflict do nothing;
      select * into payer from ledger_accounts where (owner, owner_id, kind) = ${from} and asset = 'BTC';
      select * into payee from ledger_accounts where (owner, owner_id, kind) = ${to} and asset = 'BTC';
      insert into ledger_transfers (key, request_hash, kind, asset, amount, from_account, to_account, at)
      values ('${key}', sha256(convert_to(concat('["${kind}","', ${amount}, '","', concat_ws(' ', payer.owner, payer.owner_id,
        'BTC', payer.kind), '","', concat_ws(' ', payee.owner, payee.owner_id, 'BTC', payee.kind), '",null]'), 'UTF8')),
        '${kind}', 'BTC', ${amount}, payer.id, payee.id, now()) returning id into made;
      insert into ledger_entries values
        (payer.id, payer.entries + 1, made, -${amount}, payer.balance - ${amount}),
        (payee.id, payee.entries + 1, made, ${amount}, payee.balance + ${amount});
      update ledger_accounts set entries = entries + 1,
        balance = balance + case id when payer.id then -${amount} else ${amount} end where id in (payer.id, payee.id);
    end $$`
}

/** Changes the batch with the log's first billable view, if its records come first in the commit. */
function changeView(change: string): string {
  const int = (from: number) =>
    `('x' || encode(substring(batches from ${from} for 4), 'hex'))::bit(32)::integer`
  return `
    with found as (
      select partition, before + ${int(1)} as position, position('\\x02'::bytea in verdicts) - 1 as place
      from event_log_verdicts
      where position('\\x02'::bytea in verdicts) between 1 and ${int(5)} order by partition, position limit 1)
    update event_log_batches batch set ${change} from found
    where batch.partition = found.partition and batch.position = found.position`
}
