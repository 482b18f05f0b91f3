import type { ServerProcess } from '@mille/testing/server-process.ts'

/**
 * Gives an account two campaigns in two currencies, two banners, and three ad units on two sites and in an app. They
 * were seen, clicked and paid for in the last 30 days and in the 30 days before. All totals of a breakdown differ.
 */
export async function addReportedAccount(server: ServerProcess, owner: string): Promise<void> {
  await server.query(`
    with site as (
      insert into sites (user_id, domain_name, origin, language, verification_token, created_at)
      select ${owner}, domain, 'https://' || domain, language, 'token', now()
      from (values ('bread.example', 'en'), ('brot.example', 'de')) as it (domain, language)
      returning id, user_id, domain_name, origin
    ), unit as (
      insert into ad_units (user_id, site_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings,
        impressions, settings, created_at)
      select user_id, id, 'site', 'Beside ' || domain_name, origin, '300x250', 'desktop', 'mixed', '{}'::text[], 0, '{}'::jsonb, now()
      from site
      union all
      select ${owner}, null, 'app', 'Inside the app', 'https://app.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', now()
      returning id
    ), campaign as (
      insert into campaigns (user_id, state, currency, asset, created_at, name)
      select ${owner}, 'archived', lower(asset), asset, now(), name
      from (values ('Spring sale', 'USD'), ('Autumn sale', 'BTC')) as it (name, asset)
      returning id, asset
    ), terms as (
      insert into campaign_terms (campaign_id, valid_from, asset, traffic_type, daily_budget, changed_at)
      select id, now(), asset, 'cpd', 1000000, now() from campaign
      returning id, campaign_id, asset
    ), banner as (
      insert into banners (user_id, file_name, size, width, height, content_type, hash, bytes, created_at)
      select ${owner}, name, '300x250', 300, 250, 'image/png', name, '', now()
      from unnest('{loaf.png,roll.png}'::text[]) as name
      returning id
    ), shown as (
      select unit.id as unit, campaign.id as campaign, banner.id as banner, ago,
        row_number() over (order by ago desc, unit.id, campaign.id, banner.id) as place
      from unit, campaign, (select id from banner union all select 0) as banner, unnest('{0,35}'::integer[]) as ago
    ), counted as (
      insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
      select date_trunc('day', now()) - ago * interval '1 day', unit, campaign, banner, kind, place * per_place
      from shown, (values ('served', 60), ('rendered', 50), ('viewable', 40), ('billable', 30), ('clicked', 2),
        ('rejected_rate', 1)) as it (kind, per_place)
    ), requested as (
      insert into ad_unit_request_hours (hour, ad_unit_id, outcome, count)
      select date_trunc('day', now()) - ago * interval '1 day', unit, outcome, sum(place) * per_place
      from shown, (values ('filled', 60), ('no_campaign', 9)) as it (outcome, per_place) group by 1, 2, 3, per_place
      returning *
    ), summed as (
      insert into ad_unit_request_sums (is_day, at, ad_unit_id, requests, filled)
      select is_day, hour, ad_unit_id, sum(count), sum(count) filter (where outcome = 'filled')
      from requested, (values (false), (true)) as span (is_day) group by 1, 2, 3
      returning *
    ), summed_of_account as (
      insert into account_request_sums (is_day, at, side, user_id, requests, filled)
      select is_day, at, side, owner, sum(requests), sum(filled)
      from summed, (values ('publisher', ${owner}::integer), ('network', 0)) as account (side, owner) group by 1, 2, 3, 4
      on conflict (side, user_id, is_day, at) do update set
        requests = account_request_sums.requests + excluded.requests, filled = account_request_sums.filled + excluded.filled
    ), system as (
      select system, viewable, ago
      from (values ('ios', 600), ('windows', 150), ('linux', 2), ('unknown', 12)) as it (system, viewable),
        unnest('{0,35}'::integer[]) as ago
    ), campaign_systems as (
      insert into campaign_day_systems (campaign_id, day, system, viewable, billable, clicked)
      select id, (now() at time zone 'UTC')::date - ago, system, viewable, viewable, 1 from campaign, system
    ), unit_systems as (
      insert into unit_day_systems (unit_id, day, system, viewable, billable, clicked)
      select id, (now() at time zone 'UTC')::date - ago, system, viewable, viewable, 1 from unit, system
    ), variant as (
      insert into variants (campaign_id, name, created_at) select id, 'A', now() from campaign where asset = 'USD'
      returning id, campaign_id
    ), creative as (
      insert into creatives (campaign_id, variant_id, state, language, link_text, creative_link, creative_text, banners_only, created_at)
      select campaign_id, id, state, 'en', headline, 'https://shop.example/', 'Fresh every morning', false, now()
      from variant, (values ('superseded', 'Bread of today'), ('live', 'Rolls of today')) as it (state, headline)
      returning id, campaign_id, state
    ), campaign_creatives as (
      insert into campaign_day_creatives (campaign_id, day, creative_id, served, viewable, billable, clicked)
      select campaign_id, (now() at time zone 'UTC')::date - ago, id, served, served - 9, served - 20, 1
      from creative, unnest('{0,35}'::integer[]) as ago,
        lateral (select case state when 'live' then 700 else 60 end) as it (served)
    ), unit_creatives as (
      insert into unit_day_creatives (unit_id, day, creative_id, served, viewable, billable, clicked)
      select unit.id, (now() at time zone 'UTC')::date - ago, creative.id, served, served - 9, served - 20, 1
      from unit, creative, unnest('{0,35}'::integer[]) as ago,
        lateral (select case state when 'live' then 230 else 50 end as served) as it
    ), place as (
      select country, device, viewable, ago
      from (values ('DE', 'phone', 600), ('DE', 'computer', 150), ('JP', 'tablet', 90), ('IS', 'phone', 2),
        ('ZZ', 'unknown', 12)) as it (country, device, viewable), unnest('{0,35}'::integer[]) as ago
    ), campaign_places as (
      insert into campaign_day_places (campaign_id, day, country, device, viewable, billable, clicked)
      select id, (now() at time zone 'UTC')::date - ago, country, device, viewable, viewable, 1 from campaign, place
    ), unit_places as (
      insert into unit_day_places (unit_id, day, country, device, viewable, billable, clicked)
      select id, (now() at time zone 'UTC')::date - ago, country, device, viewable, viewable, 1 from unit, place
    ), share as (
      select campaign, unit, asset, terms.id as terms, date_trunc('day', now()) - (ago + 1) * interval '1 day' as start,
        sum(place) as billable, sum(place) * case asset when 'USD' then 1000000 else 1357 end as gross
      from shown join terms on campaign_id = campaign group by campaign, unit, asset, terms.id, ago
    ), settled as (
      insert into settlements (campaign_id, window_start, window_end, asset, active_seconds, billable, due, charged, fee,
        settled_at, terms_id, window_seconds, fee_basis_points, balance, spent, spent_today, unpaid, carried_in, carried_out)
      select campaign, start, start + interval '1 hour', asset, 3600, sum(billable), sum(gross), sum(gross), 0, now(), terms,
        3600, 0, sum(gross), 0, 0, 0, 0, 0
      from share group by campaign, start, asset, terms
    )
    insert into settlement_shares (campaign_id, window_start, unit_id, billable, gross, fee, net)
    select campaign, start, unit, billable, gross, 0, gross from share`)
  // Lets past data be counted: normally everything until now counts as already added up, with a sum of zero.
  await server.query("update counter_sums_until set until = '2000-01-01'")
  await server.query("update place_sums_until set until = '2000-01-01'")
  await server.query("update share_sums_until set until = '2000-01-01'")
  await server.query(
    "insert into exchange_rates (asset, usd, sources, at) values ('BTC', 6400000000000, 1, now())"
  )
}
