import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embedSettings } from '@mille/api/ad-units/schema.ts'
import { dayMs } from '@mille/api/durations.ts'
import type { BannerSize } from '@mille/api/reference-data/banner-sizes.ts'
import { categories } from '@mille/api/reference-data/categories.ts'
import { currencies, parseAmount } from '@mille/money/amount.ts'
import { demoAccounts } from '@mille/server/accounts/index.ts'
import { readPicture } from '@mille/server/campaigns/banner-picture.ts'
import type { Context } from '@mille/server/context.ts'
import type { Tx } from '@mille/server/db/connect.ts'
import {
  campaignAccount,
  networkAccount,
  transfer,
  userAccount
} from '@mille/server/ledger/index.ts'
import { type SeededCampaign, type SeededUnit, seedHistory } from './history.ts'
import { campaigns, type DemoCampaign, type DemoPublisher, offers, publishers } from './network.ts'

/** Fills an empty database with the demo network and a month of history. Does nothing if any account exists. */
export async function seedDemo(
  context: Context,
  blogOrigin: string,
  historyDays = 30
): Promise<boolean> {
  const started = context.now()
  const beginning = new Date(Math.floor(started.getTime() / dayMs) * dayMs - historyDays * dayMs)
  const seeded = await context.db.transaction().execute(async tx => {
    // The row lock lets one process seed at a time: a second process waits and then finds the first one's accounts.
    await tx.selectFrom('migrations').select('name').forUpdate().execute()
    const found = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (found) return null
    const users = await seedUsers(tx, context, beginning)
    const units = await seedPublishers(tx, users, blogOrigin, beginning)
    const running = await seedCampaigns(tx, users, started)
    await seedOffers(tx, users, beginning)
    return { units, running }
  })
  if (!seeded) return false
  await seedHistory(context, beginning, seeded.units, seeded.running)
  return true
}

type Users = ReadonlyMap<string, number>

async function seedUsers(tx: Tx, context: Context, at: Date): Promise<Users> {
  const demo = demoAccounts(context.config)
  const names = new Set([
    ...demo.map(account => account.username),
    ...publishers.map(publisher => publisher.name),
    ...campaigns.map(campaign => campaign.advertiser)
  ])
  const users = new Map<string, number>()
  for (const name of names) {
    const account = demo.find(one => one.username === name)
    const { id } = await tx
      .insertInto('users')
      .values({
        username: name,
        email: account ? null : `${name}@example.com`,
        account_code_hash: account?.hash ?? null,
        roles: account?.role === 'operator' ? ['admin'] : [],
        created_at: at
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    users.set(name, id)
  }
  return users
}

async function seedPublishers(
  tx: Tx,
  users: Users,
  blogOrigin: string,
  at: Date
): Promise<SeededUnit[]> {
  const units: SeededUnit[] = []
  for (const publisher of publishers) {
    const userId = users.get(publisher.name) ?? 0
    const origin = publisher.domain === '' ? blogOrigin : `https://${publisher.domain}`
    const siteId = await seedSite(tx, userId, publisher, origin, at)
    for (const unit of publisher.units) {
      const { id } = await tx
        .insertInto('ad_units')
        .values({
          user_id: userId,
          site_id: siteId,
          kind: 'site',
          name: unit.name,
          page_url: `${origin}${unit.path}`,
          size: unit.size,
          screen_type: unit.size.startsWith('320') ? 'mobile' : 'desktop',
          ad_type: 'mixed',
          disallowed_ratings: publisher.name === 'unit-circle' ? ['nsfw', 'gambling'] : ['nsfw'],
          impressions: unit.dailyViews * 30,
          settings: JSON.stringify(embedSettings.parse({})),
          created_at: at
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      units.push({
        id,
        userId,
        language: publisher.language,
        size: unit.size,
        dailyViews: unit.dailyViews,
        gambling: publisher.name !== 'unit-circle'
      })
    }
  }
  return units
}

async function seedSite(
  tx: Tx,
  userId: number,
  publisher: DemoPublisher,
  origin: string,
  at: Date
): Promise<number> {
  const { id } = await tx
    .insertInto('sites')
    .values({
      user_id: userId,
      domain_name: new URL(origin).host,
      origin,
      state: 'verified',
      language: publisher.language,
      verification_token: `demo${userId}`.padEnd(22, '0'),
      verified_at: at,
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = publisher.categories.map(
    name => categories.find(category => category.name === name)?.id ?? 81
  )
  await tx
    .insertInto('site_categories')
    .values(ids.map(category_id => ({ site_id: id, category_id })))
    .execute()
  return id
}

async function seedCampaigns(tx: Tx, users: Users, now: Date): Promise<SeededCampaign[]> {
  const seeded: SeededCampaign[] = []
  const pictures = new Map<string, number>()
  for (const campaign of campaigns) {
    const userId = users.get(campaign.advertiser) ?? 0
    const createdAt = new Date(Math.floor(now.getTime() / dayMs) * dayMs - campaign.daysAgo * dayMs)
    const amount = (text: string | null) =>
      text === null ? null : parseAmount(text, campaign.currency)
    const { asset } = currencies[campaign.currency]
    const { id } = await tx
      .insertInto('campaigns')
      .values({
        user_id: userId,
        name: campaign.name,
        // Campaigns that run out of funds start as active: the settlement of their history ends them.
        state: campaign.state === 'out_of_funds' ? 'active' : campaign.state,
        currency: campaign.currency,
        asset,
        created_at: createdAt
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('campaign_terms')
      .values({
        campaign_id: id,
        valid_from: createdAt,
        asset,
        traffic_type: campaign.traffic,
        daily_budget: amount(campaign.dailyBudget) ?? 1n,
        max_cpm: amount(campaign.maxCpm),
        total_budget: amount(campaign.totalBudget),
        changed_at: createdAt
      })
      .execute()
    const creativeId = await seedCreative(tx, id, campaign, createdAt)
    const banners: { id: number; size: BannerSize }[] = []
    for (const size of campaign.banners?.sizes ?? []) {
      const name = `${campaign.banners?.brand}-${size}.webp`
      const bannerId = pictures.get(name) ?? (await seedBanner(tx, userId, name, createdAt))
      pictures.set(name, bannerId)
      banners.push({ id: bannerId, size })
      await tx
        .insertInto('creative_banners')
        .values({ creative_id: creativeId, banner_id: bannerId })
        .execute()
    }
    const funded = amount(campaign.funded) ?? 0n
    const moved = await transfer(tx, [
      {
        key: `demo credit ${id}`,
        kind: 'adjustment',
        amount: funded * 2n,
        from: networkAccount(asset, 'outside'),
        to: userAccount(userId, asset),
        reason: 'Demo money',
        at: createdAt
      },
      {
        key: `demo funding ${id}`,
        kind: 'funding',
        amount: funded,
        from: userAccount(userId, asset),
        to: campaignAccount(id, asset),
        at: createdAt
      }
    ])
    if (!moved.ok)
      throw new Error(`the demo campaign ${campaign.title} could not be funded: ${moved.code}`)
    if (campaign.state === 'pending') continue
    const endedAt = campaign.state === 'paused' ? new Date(createdAt.getTime() + 12 * dayMs) : null
    await tx
      .insertInto('campaign_activity')
      .values({ campaign_id: id, started_at: createdAt, ended_at: endedAt })
      .execute()
    seeded.push({
      id,
      userId,
      demo: campaign,
      asset,
      dailyBudget: amount(campaign.dailyBudget) ?? 1n,
      startedAt: createdAt,
      endedAt,
      creativeId,
      banners
    })
  }
  return seeded
}

async function seedCreative(
  tx: Tx,
  campaignId: number,
  campaign: DemoCampaign,
  at: Date
): Promise<number> {
  const variant = await tx
    .insertInto('variants')
    .values({ campaign_id: campaignId, name: 'A', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('creatives')
    .values({
      campaign_id: campaignId,
      variant_id: variant.id,
      state: campaign.state === 'pending' ? 'pending' : 'live',
      language: campaign.language,
      link_text: campaign.title,
      creative_link: campaign.link,
      creative_text: campaign.text,
      rating: campaign.rating,
      product_category: campaign.sells,
      banners_only: false,
      decided_at: campaign.state === 'pending' ? null : at,
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function seedBanner(tx: Tx, userId: number, name: string, at: Date): Promise<number> {
  const picture = await readPicture(readFileSync(join(import.meta.dirname, 'banners', name)))
  if (!picture.ok) throw new Error(`the demo banner ${name} is not one: ${picture.code}`)
  const { bytes, contentType, avif, hash, size, width, height } = picture.value
  const { id } = await tx
    .insertInto('banners')
    .values({
      user_id: userId,
      file_name: name,
      size,
      width,
      height,
      content_type: contentType,
      hash,
      bytes,
      avif,
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function seedOffers(tx: Tx, users: Users, at: Date): Promise<void> {
  for (const offer of offers) {
    const publisher = publishers.find(one => one.name === offer.publisher)
    const userId = users.get(offer.publisher) ?? 0
    const site = await tx
      .selectFrom('sites')
      .select(['id', 'domain_name'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('publication_offers')
      .values({
        user_id: userId,
        site_id: site.id,
        publication_offer_type: offer.type,
        state: 'live',
        name: offer.name,
        description: offer.description,
        domain_name: site.domain_name,
        languages: [publisher?.language ?? 'en'],
        categories: offer.categories,
        price_us_cents: BigInt(offer.priceUsCents),
        promotion_level: offer.hot ? 1 : 0,
        created_at: at
      })
      .execute()
  }
}
