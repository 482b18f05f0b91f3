import type { Connection } from '@mille/server/db/connect.ts'

export const month = {
  days: 30,
  firstDay: '2026-03-01',
  lastDay: '2026-03-30',
  end: '2026-03-31T00:00:00Z',
  millionViews: 20
}
/**
 * User IDs of the largest accounts: the first of a hundred accounts has two hundred campaigns or ad units, and the
 * others share the rest.
 */
export const big = { advertiser: 1, publisher: 101, operator: 201 }
const ownerOf = (first: number) =>
  `case when id <= 200 then ${first} else ${first + 1} + id % 99 end`
/** Shares of all decisions that are seen, and that are seen and billable. */
const seen = 0.8
const billable = 0.77
/**
 * SQL that draws one of a thousand items, the second half as often as the first. Items of similar frequency do not have
 * adjacent IDs.
 */
const drawn = '(floor(power(1001, random()))::integer * 117 % 1000)'
const tables = ['delivery_counters', 'settlement_shares']

/**
 * Fills a new database with what a month of twenty million views leaves behind: the same rows of counters and
 * statements as if the views had been counted one by one. Skips the write-ahead log, and builds the indexes at the end.
 */
export async function fillMonth(connection: Connection): Promise<void> {
  const { pool } = connection
  await pool.query(network)
  const indexes = await dropIndexes(connection)
  const days = Array.from({ length: month.days }, (_, day) => day)
  const fillDays = async () => {
    const client = await pool.connect()
    try {
      await client.query("set work_mem = '256MB'")
      for (let day = days.shift(); day !== undefined; day = days.shift())
        await client.query(countsOfDay(day))
    } finally {
      client.release(true)
    }
  }
  await Promise.all([fillDays(), fillDays()])
  await Promise.all(tables.map(table => pool.query(`vacuum analyze ${table}`)))
  const build = async () => {
    const client = await pool.connect()
    try {
      await client.query("set maintenance_work_mem = '1GB'")
      for (let index = indexes.shift(); index !== undefined; index = indexes.shift())
        await client.query(index)
    } finally {
      client.release(true)
    }
  }
  await Promise.all([build(), build()])
  await pool.query('vacuum analyze')
}

/** SQL for sixty countries, each with nine tenths of the views of the previous one, on three kinds of device. */
function placesOfDay(day: number, owner: 'campaign' | 'unit'): string {
  return `
    select date '${month.firstDay}' + ${day}, owner, chr(65 + country / 26) || chr(65 + country % 26), device,
      viewable, floor(viewable * 0.96), floor(viewable * 0.004)
    from (
      select owner, country, device, floor(total * part * 0.1 * power(0.9, country) + random())::bigint as viewable
      from (select ${owner} as owner, sum(seen) as total from cells group by 1) as counted,
        generate_series(0, 59) as country,
        (values ('phone', 0.6), ('computer', 0.35), ('tablet', 0.05)) as device (device, part)
    ) as placed where viewable > 0`
}

/** SQL for the same views by operating system. */
function systemsOfDay(day: number, owner: 'campaign' | 'unit'): string {
  return `
    select date '${month.firstDay}' + ${day}, owner, system, viewable, floor(viewable * 0.96), floor(viewable * 0.004)
    from (
      select owner, system, floor(total * part + random())::bigint as viewable
      from (select ${owner} as owner, sum(seen) as total from cells group by 1) as counted,
        (values ('android', 0.4), ('ios', 0.25), ('windows', 0.2), ('macos', 0.1), ('linux', 0.05)) as system (system, part)
    ) as split where viewable > 0`
}

/** Drops the indexes and returns the statements that create them again. */
async function dropIndexes({ pool }: Connection): Promise<string[]> {
  const { rows } = await pool.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add %s', conrelid::regclass, pg_get_constraintdef(oid)) as make
    from pg_constraint where conrelid = any($1::text[]::regclass[]) and contype in ('p', 'u', 'f')
    union all
    select format('drop index %I', indexname), indexdef from pg_indexes
    where tablename = any($1::text[]) and not exists (select from pg_constraint where conname = indexname)`,
    [tables]
  )
  for (const table of tables) await pool.query(`alter table ${table} set unlogged`)
  for (const { drop } of rows) await pool.query(drop)
  return rows.map(it => it.make).filter(it => !it.includes('FOREIGN KEY'))
}

const network = `
  insert into users (email, created_at)
  select 'user' || it || '@mille.test', '${month.firstDay}' from generate_series(1, 201) as it;
  update users set roles = '{admin}' where id = ${big.operator};
  insert into sites (user_id, domain_name, origin, language, verification_token, created_at)
  select ${ownerOf(big.publisher)}, 'site' || id || '.example', 'https://site' || id || '.example',
    (array['en', 'de', 'es', 'ja', 'pt'])[1 + id % 5], 'token', '${month.firstDay}' from generate_series(1, 1000) as id;
  insert into ad_units (user_id, site_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions,
    settings, created_at)
  select user_id, id, 'site', 'Unit ' || id, origin, '300x250', 'desktop', 'mixed', '{}', 0, '{}', created_at
  from sites order by id;
  insert into campaigns (user_id, name, state, currency, asset, created_at)
  select ${ownerOf(big.advertiser)}, 'Campaign ' || id, 'active', (array['usd', 'btc'])[1 + id % 2],
    (array['USD', 'BTC'])[1 + id % 2], '${month.firstDay}' from generate_series(1, 1000) as id;
  insert into variants (campaign_id, name, created_at)
  select id, it, created_at from campaigns, unnest(array['A', 'B', 'C', 'D']) as it order by id, it;
  insert into creatives (campaign_id, variant_id, state, language, link_text, creative_link, creative_text, banners_only,
    created_at)
  select campaign_id, id, 'live', 'en', 'Headline ' || id, 'https://shop.example', 'Text', false, created_at
  from variants order by id;
  insert into campaign_terms (campaign_id, valid_from, asset, traffic_type, daily_budget, changed_at)
  select id, created_at, asset, 'cpd', 1000000, created_at from campaigns order by id;
  insert into settlement_progress (settled_until) values ('${month.end}');
  insert into ad_unit_request_hours (hour, ad_unit_id, outcome, count)
  select at, id, outcome, 1 + 20000 / id
  from generate_series(timestamptz '${month.firstDay}', timestamptz '${month.end}' - interval '1 hour', '1 hour') as at,
    generate_series(1, 1000) as id, unnest(array['filled', 'no_campaign']) as outcome;
  insert into ad_unit_request_sums (is_day, at, ad_unit_id, requests, filled)
  select is_day, case when is_day then date_trunc('day', hour, 'UTC') else hour end as at, ad_unit_id, sum(count),
    sum(count) filter (where outcome = 'filled')
  from ad_unit_request_hours, (values (false), (true)) as span (is_day) group by 1, 2, 3 order by 2, 3;
  insert into account_request_sums (is_day, at, side, user_id, requests, filled)
  select is_day, at, side, owner, sum(requests), sum(filled)
  from ad_unit_request_sums join unit_owners on unit_id = ad_unit_id,
    lateral (values ('publisher', user_id), ('network', 0)) as account (side, owner) group by 1, 2, 3, 4;`

function countsOfDay(day: number): string {
  const decisions = Math.round((month.millionViews * 1e6) / seen / month.days)
  const start = `timestamptz '${month.firstDay}' + interval '${day} days'`
  return `
    select setseed(${day / 100});
    create temporary table cells as
      select cell / 1000000 as hour, cell / 1000 % 1000 + 1 as unit, cell % 1000 + 1 as campaign,
        served, rendered, seen, billable, clicked, served - rendered as rejected
      from (
        select cell, count(*) as served, count(*) filter (where luck < 0.96) as rendered,
          count(*) filter (where luck < ${seen}) as seen, count(*) filter (where luck < ${billable}) as billable,
          count(*) filter (where luck < 0.003) as clicked
        from (
          select (floor(random() * 24)::integer * 1000 + ${drawn}) * 1000 + ${drawn} as cell, random() as luck
          from generate_series(1, ${decisions})
        ) as decisions
        group by cell
      ) as counted
      order by cell;
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    select ${start} + hour * interval '1 hour', unit, campaign, campaign * 4 + unit % 4, kind, count
    from cells, lateral (values ('billable', billable), ('clicked', clicked), ('rejected_rate', rejected),
      ('rendered', rendered), ('served', served), ('viewable', seen)) as of_kind (kind, count)
    where count > 0;
    insert into campaign_day_places (day, campaign_id, country, device, viewable, billable, clicked)
    ${placesOfDay(day, 'campaign')};
    insert into unit_day_places (day, unit_id, country, device, viewable, billable, clicked)
    ${placesOfDay(day, 'unit')};
    insert into campaign_day_creatives (day, campaign_id, creative_id, served, viewable, billable, clicked)
    select date '${month.firstDay}' + ${day}, campaign, (campaign - 1) * 4 + unit % 4 + 1, sum(served), sum(seen),
      sum(billable), sum(clicked)
    from cells group by 2, 3;
    insert into campaign_day_systems (day, campaign_id, system, viewable, billable, clicked)
    ${systemsOfDay(day, 'campaign')};
    insert into unit_day_systems (day, unit_id, system, viewable, billable, clicked)
    ${systemsOfDay(day, 'unit')};
    insert into settlement_shares (campaign_id, window_start, unit_id, billable, gross, fee, net)
    select campaign, ${start} + window_hour * interval '1 hour', unit, billable, billable * 1000, billable * 100, billable * 900
    from (
      select campaign, hour / 2 * 2 as window_hour, unit, sum(billable)::bigint as billable from cells
      where billable > 0 group by 1, 2, 3 order by 2, 1, 3
    ) as charged;
    insert into settlements (campaign_id, window_start, window_end, asset, active_seconds, billable, due, charged, fee, settled_at,
      terms_id, window_seconds, fee_basis_points, balance, spent, spent_today, unpaid, carried_in, carried_out)
    select id, ${start} + at * interval '1 hour', ${start} + (at + 2) * interval '1 hour', asset, 7200, coalesce(seen, 0),
      coalesce(seen, 0) * 1000, coalesce(seen, 0) * 1000, coalesce(seen, 0) * 100, ${start} + interval '1 day',
      id, 7200, 1000, 0, 0, 0, 0, 0, 0
    from campaigns cross join generate_series(0, 22, 2) as at left join (
      select campaign, hour / 2 * 2 as hour, sum(billable)::bigint as seen from cells group by 1, 2
    ) as charged on campaign = id and hour = at;
    drop table cells`
}
