import { createHash, randomBytes } from 'node:crypto'
import type { Asset } from '@mille/money/amount.ts'
import type { Database } from '../../db/connect.ts'
import { campaignAccount, networkAccount, transfer, userAccount } from '../../ledger/index.ts'
import type { Floor } from '../choosing/floors.ts'

const at = new Date('2026-03-01T00:00:00Z')

type UnitOptions = {
  /** The owning account, instead of a new one. */
  owner?: number
  /** The site of another ad unit of that account, instead of a new one. */
  site?: number
  kind?: 'site' | 'app' | 'affiliate'
  siteState?: 'unverified' | 'verified' | 'rejected'
  size?: string
  screenType?: 'desktop' | 'mobile'
  adType?: 'mixed' | 'banners' | 'text'
  disallowedRatings?: string[]
  language?: string
  /** Text that the site says about itself. When omitted, the site was not read. */
  words?: string[]
  categories?: number[]
  settings?: Record<string, unknown>
  floor?: Floor
}

type CampaignOptions = {
  /** The owning account, instead of a new one. */
  owner?: number
  state?: string
  asset?: Asset
  balance?: bigint
  trafficType?: 'cpd' | 'cpm'
  dailyBudget?: bigint
  maxCpm?: bigint | null
  totalBudget?: bigint | null
  language?: string
  link?: string
  text?: string
  title?: string
  bannerSizes?: string[]
  startsAt?: Date
  endsAt?: Date
  schedule?: { hours: string; timeZone: string }
  siteSharePercent?: number
  countries?: { mode: 'include' | 'exclude'; codes: string[] }
  devices?: string[]
  systems?: string[]
  pageLanguages?: { mode: 'include' | 'exclude'; codes: string[] }
  keywords?: { included?: string[]; excluded?: string[] }
  /** What the campaign may draw from its owner's account. */
  selfFunding?: { dailyMax: bigint | null; totalMax: bigint | null }
}

/** Adds a publisher with a site and an ad unit on it. */
export async function addUnit(
  db: Database,
  options: UnitOptions = {}
): Promise<{ id: number; owner: number; site: number | null }> {
  const owner = options.owner ?? (await addUser(db))
  const kind = options.kind ?? 'site'
  const site = kind === 'site' ? (options.site ?? (await addSite(db, owner, options))) : null
  const { id } = await db
    .insertInto('ad_units')
    .values({
      user_id: owner,
      site_id: site,
      kind,
      name: 'Test',
      page_url: 'https://blog.example/',
      size: options.size ?? '300x250',
      screen_type: options.screenType ?? 'desktop',
      ad_type: options.adType ?? 'mixed',
      disallowed_ratings: options.disallowedRatings ?? [],
      impressions: 0,
      settings: JSON.stringify(options.settings ?? {}),
      floor_asset: options.floor?.asset,
      floor_net_cpm: options.floor?.netCpm,
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, owner, site }
}

type Terms = Pick<
  CampaignOptions,
  | 'asset'
  | 'trafficType'
  | 'dailyBudget'
  | 'maxCpm'
  | 'totalBudget'
  | 'schedule'
  | 'siteSharePercent'
> & { validFrom?: Date }

/** Sets how a campaign is charged from a moment on. */
export async function setTerms(db: Database, campaign: number, terms: Terms): Promise<void> {
  await db
    .insertInto('campaign_terms')
    .values({
      campaign_id: campaign,
      valid_from: terms.validFrom ?? at,
      asset: terms.asset ?? 'BTC',
      traffic_type: terms.trafficType ?? 'cpd',
      daily_budget: terms.dailyBudget ?? 100_000n,
      max_cpm: terms.maxCpm ?? null,
      hours: terms.schedule?.hours ?? null,
      time_zone: terms.schedule?.timeZone ?? null,
      site_share_percent: terms.siteSharePercent ?? null,
      total_budget: terms.totalBudget ?? null,
      changed_at: at
    })
    .execute()
}

/** Adds an advertiser with a funded campaign whose creative is live. */
export async function addCampaign(
  db: Database,
  options: CampaignOptions = {}
): Promise<{ id: number; owner: number; creative: number; banners: number[] }> {
  const owner = options.owner ?? (await addUser(db))
  const asset = options.asset ?? 'BTC'
  const { id } = await db
    .insertInto('campaigns')
    .values({
      user_id: owner,
      state: options.state ?? 'active',
      currency: asset === 'BTC' ? 'btc' : 'usd',
      asset,
      starts_at: options.startsAt,
      ends_at: options.endsAt,
      country_mode: options.countries?.mode,
      countries: options.countries?.codes,
      devices: options.devices,
      systems: options.systems,
      page_language_mode: options.pageLanguages?.mode,
      page_languages: options.pageLanguages?.codes,
      included_keywords: options.keywords?.included,
      excluded_keywords: options.keywords?.excluded,
      auto_fund: options.selfFunding !== undefined,
      auto_fund_daily_max: options.selfFunding?.dailyMax,
      auto_fund_total_max: options.selfFunding?.totalMax,
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setTerms(db, id, { asset, ...options })
  const variant = await addVariant(db, id)
  const creative = await db
    .insertInto('creatives')
    .values({
      campaign_id: id,
      variant_id: variant,
      state: 'live',
      language: options.language ?? 'en',
      link_text: options.title ?? 'Own your coins',
      creative_link: options.link ?? 'https://www.wallet.example/start',
      banners_only: false,
      creative_text: options.text ?? 'A wallet for everyone',
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const banners: number[] = []
  for (const size of options.bannerSizes ?? []) {
    const banner_id = await addBanner(db, owner, size)
    await db
      .insertInto('creative_banners')
      .values({ creative_id: creative.id, banner_id })
      .execute()
    banners.push(banner_id)
  }
  const balance = options.balance ?? 1_000_000n
  if (balance > 0n) await fund(db, id, asset, balance)
  return { id, owner, creative: creative.id, banners }
}

/** Adds a variant without a creative to a campaign and returns its ID. */
async function addVariant(db: Database, campaign: number, weight = 1): Promise<number> {
  const { id } = await db
    .insertInto('variants')
    .values({ campaign_id: campaign, name: 'A', weight, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a variant to a campaign, with a creative that is live if no other state is given. Returns the creative's ID. */
export async function addLiveVariant(
  db: Database,
  campaign: number,
  title: string,
  weight = 1,
  { language = 'en', state = 'live' }: { language?: string; state?: 'live' | 'pending' } = {}
): Promise<number> {
  const { id } = await db
    .insertInto('creatives')
    .values({
      campaign_id: campaign,
      variant_id: await addVariant(db, campaign, weight),
      state,
      language,
      link_text: title,
      creative_link: 'https://www.wallet.example/start',
      banners_only: false,
      creative_text: 'A wallet for everyone',
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function fund(
  db: Database,
  campaign: number,
  asset: Asset,
  amount: bigint
): Promise<void> {
  const { user_id } = await db
    .selectFrom('campaigns')
    .select('user_id')
    .where('id', '=', campaign)
    .executeTakeFirstOrThrow()
  const owner = userAccount(user_id, asset)
  const key = `demo credit ${randomBytes(8).toString('hex')}`
  const from = networkAccount(asset, 'outside')
  const to = campaignAccount(campaign, asset)
  const paid = await db.transaction().execute(tx =>
    transfer(tx, [
      { key, kind: 'adjustment', amount, at, from, to: owner },
      { key: `${key} funding`, kind: 'funding', amount, at, from: owner, to }
    ])
  )
  if (!paid.ok) throw new Error(paid.code)
}

export async function addUser(db: Database): Promise<number> {
  const user = { account_code_hash: randomBytes(32), created_at: at }
  return (await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id
}

async function addSite(db: Database, owner: number, options: UnitOptions): Promise<number> {
  const domain = `blog-${owner}.example`
  const { id } = await db
    .insertInto('sites')
    .values({
      user_id: owner,
      domain_name: domain,
      origin: `https://${domain}`,
      state: options.siteState ?? 'verified',
      language: options.language ?? 'en',
      verification_token: 'token',
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (options.words)
    await db
      .insertInto('site_words')
      .values({ site_id: id, words: options.words, read_at: at, tried_at: at })
      .execute()
  for (const category of options.categories ?? []) {
    await db.insertInto('site_categories').values({ site_id: id, category_id: category }).execute()
  }
  return id
}

/** Adds a banner that no ad has yet. Its bytes are not a picture. */
export async function addBanner(db: Database, owner: number, size: string): Promise<number> {
  const [width = 0, height = 0] = size.split('x').map(Number)
  const bytes = randomBytes(64)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const { id } = await db
    .insertInto('banners')
    .values({
      user_id: owner,
      file_name: 'banner.png',
      size,
      width,
      height,
      content_type: 'image/png',
      hash,
      bytes,
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
