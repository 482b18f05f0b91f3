import { embedSettings } from '@mille/api/ad-units/schema.ts'
import type { Context } from '@mille/server/context.ts'
import { sql } from 'kysely'

type SiteInput = { userId: string; domainName: string; categoryIds?: number[]; language?: string }

/** Adds a verified site and returns its id. */
export async function addVerifiedSite(context: Context, site: SiteInput): Promise<string> {
  const { id } = await context.db
    .insertInto('sites')
    .values({
      user_id: Number(site.userId),
      domain_name: site.domainName,
      origin: `https://${site.domainName}`,
      state: 'verified',
      language: site.language ?? 'en',
      verification_token: 'proved',
      verified_at: context.now(),
      created_at: context.now()
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const categoryId of site.categoryIds ?? []) {
    await context.db
      .insertInto('site_categories')
      .values({ site_id: id, category_id: categoryId })
      .execute()
  }
  return String(id)
}

type UnitInput = { userId: string; siteId?: string; kind?: 'site' | 'app' | 'affiliate' }

const settings = JSON.stringify(embedSettings.parse({}))

/** Adds an ad unit, with or without a site, and returns its id. */
export async function addUnit(context: Context, unit: UnitInput): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    insert into ad_units (user_id, site_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions,
      settings, created_at)
    values (${Number(unit.userId)}, ${unit.siteId ?? null}::integer, ${unit.kind ?? (unit.siteId ? 'site' : 'app')}, 'Unit',
      'https://unit.example/', '300x250', 'desktop', 'mixed', '{nsfw}', 0, ${settings}, ${context.now()})
    returning id`.execute(context.db)
  return String(rows[0]?.id)
}

/** Adds viewable views of an ad unit to the counters of the given hour. */
export async function addViews(
  context: Context,
  unitId: string,
  count: number,
  bucket: string,
  campaignId = '0'
): Promise<void> {
  await sql`insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    values (${new Date(bucket)}, ${Number(unitId)}, ${Number(campaignId)}, 0, 'viewable', ${count})`.execute(
    context.db
  )
}

export type PackTarget = { type: 'category' | 'site' | 'ad_unit'; id: string; allowed: boolean }

/** Adds a traffic pack and returns its id. */
export async function addTrafficPack(
  context: Context,
  name: string,
  targets: readonly PackTarget[]
): Promise<string> {
  const { id } = await context.db
    .insertInto('traffic_packs')
    .values({ name, created_at: context.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { type, id: targetId, allowed } of targets) {
    await context.db
      .insertInto('traffic_pack_targets')
      .values({ traffic_pack_id: id, type, target_id: Number(targetId), allowed })
      .execute()
  }
  return String(id)
}
