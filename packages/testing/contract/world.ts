import { apiScopes } from '@mille/api/constants.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import type { Config } from '@mille/server/config.ts'
import { createCampaign, credit } from '../campaigns.ts'
import { addOffer } from '../publications.ts'
import { sampleView } from '../sample-view.ts'
import { addTrafficPack, addUnit, addViews } from '../supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '../test-app.ts'

export type ContractWorld = {
  app: TestApp
  owner: SignedInBrowser
  other: SignedInBrowser
  admin: SignedInBrowser
  reviewer: SignedInBrowser
  support: SignedInBrowser
  finance: SignedInBrowser
  /** API keys of the owner: one with every scope, one with only `statistics`, and one with only `campaigns`. */
  keys: { all: string; statistics: string; campaigns: string }
  ids: Record<string, string>
  /** Returns the path filled with the owner's IDs; throws an error when an ID is missing. */
  pathOf: (endpoint: AnyEndpoint) => string
}

/** An ID that does not exist. */
export const unknownId = '2000000000'

/** Creates an account that has one of everything, another account, and operators. */
export async function createContractWorld(overrides: Partial<Config> = {}): Promise<ContractWorld> {
  const allowedOrigins = new Set(['https://partner.example'])
  const app = await createTestApp({ allowedOrigins, ...overrides })
  const owner = await app.signIn()
  const other = await app.signIn()
  const admin = await app.signInAdmin()
  const reviewer = await app.signInAdmin('reviewer')
  const support = await app.signInAdmin('support')
  const finance = await app.signInAdmin('finance')
  const ids = await createThings(app, owner, other)
  // Creating keys requires a fresh proof of identity, which is removed before any call is tested.
  const prove = (at: Date | null) =>
    app.context.db
      .updateTable('sessions')
      .set({ stepped_up_at: at })
      .where('user_id', '=', Number(owner.userId))
      .execute()
  await prove(app.context.now())
  const makeKey = async (scopes: readonly (typeof apiScopes)[number][]) => {
    const made = await owner.api.apiKeys.createApiKey({ name: 'Sample', scopes: [...scopes] })
    if (!made.ok) throw new Error(made.code)
    return made.value.meta.token
  }
  const keys = {
    all: await makeKey(apiScopes),
    statistics: await makeKey(['statistics']),
    campaigns: await makeKey(['campaigns'])
  }
  await prove(null)
  const people = { owner, other, admin, reviewer, support, finance }
  return { app, ...people, keys, ids, pathOf: endpoint => fillPath(endpoint, ids) }
}

/**
 * Fills in the owner's ID for each parameter, chosen by the path segment before it. A new kind of path needs an ID here
 * and, when it names something of an account, the thing itself in `createThings`.
 */
function fillPath({ method, path }: AnyEndpoint, ids: Record<string, string>): string {
  let filled = ''
  for (const part of path.split('/').slice(1)) {
    const isId = part.startsWith('{')
    const kind = isId && part !== '{id}' ? part.slice(1, -1) : (filled.split('/').at(-1) ?? '')
    const id = filled.startsWith('/api/v1/admin/') ? unknownId : ids[kind]
    if (isId && id === undefined) {
      throw new Error(
        `${method} ${path}: say whose id ${part} is after /${kind} in packages/testing/contract/world.ts`
      )
    }
    filled += `/${isId ? id : part}`
  }
  return filled
}

async function createThings(app: TestApp, owner: SignedInBrowser, other: SignedInBrowser) {
  const { context } = app
  const { api, userId } = owner
  const site = need(await api.sites.createSite({ page_url: 'https://owner.example/' }))
  const unit = need(await api.adUnits.createAdUnit({ page_url: 'https://owner.example/' }))
  const { data: campaign } = await createCampaign(api)
  const shownCreative = (await createCampaign(api)).data.relationships.creative.data?.id ?? ''
  await context.db
    .updateTable('creatives')
    .set({ state: 'live' })
    .where('id', '=', Number(shownCreative))
    .execute()
  const text = { creative_link: 'https://owner.example/b', creative_text: 'B', link_text: 'B' }
  const variant = need(await api.campaigns.createVariant({ id: campaign.id, ...text }))
  const suggestion = need(await api.support.createSuggestion({ title: 'A sample' }))
  const rule = need(await api.adUnits.createBlockRule({ kind: 'domain', domain: 'shop.example' }))
  const approval = need(await api.adUnits.createApprovalRule({ kind: 'only_approved' }))
  const houseAd = need(
    await api.adUnits.createHouseAd({
      id: unit.data.id,
      text: 'A sample',
      link: 'https://owner.example/shop'
    })
  )
  const link = need(await api.reportLinks.createReportLink({ name: 'One', view: sampleView }))
  const mail = await context.db
    .insertInto('report_mails')
    .values({
      user_id: Number(userId),
      name: 'One',
      view: JSON.stringify({ ...sampleView, compare: false, search: '' }),
      every: 'week',
      created_at: context.now(),
      due_at: context.now()
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = need(await api.apiKeys.createApiKey({ name: 'One', scopes: ['statistics'] }))
  await app.open().api.accounts.signIn({ access_code: owner.accessCode })
  const [session] = need(await api.security.listSessions()).data
  const banner = await context.db
    .insertInto('banners')
    .values({
      user_id: Number(userId),
      file_name: 'sample.png',
      size: '300x250',
      width: 300,
      height: 250,
      content_type: 'image/png',
      hash: 'a'.repeat(64),
      bytes: Buffer.from('sample'),
      created_at: context.now()
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const notification = await context.db
    .insertInto('notifications')
    .values({
      user_id: Number(userId),
      kind: 'new_sign_in',
      event: 'sample',
      data: JSON.stringify({}),
      created_at: context.now()
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await context.db
    .insertInto('passkeys')
    .values({
      id: 'sample',
      user_id: Number(userId),
      name: 'Sample',
      public_key: Buffer.from('sample'),
      counter: 0n,
      transports: [],
      created_at: context.now()
    })
    .execute()
  await context.db
    .insertInto('automatic_payouts')
    .values({
      user_id: Number(userId),
      asset: 'BTC',
      token_code: 'BTC',
      address: 'bcrt1qsample',
      threshold: 1_000_000n,
      changed_at: context.now()
    })
    .execute()
  const offer = await addOffer(context, owner)
  const bought = await addOffer(context, other)
  await credit(context, owner.userId, 10n ** 12n, 'USD')
  const brief = 'Please write about bread.'
  const order = need(
    await api.marketplace.createOrder({
      offer_id: bought,
      currency: 'usd',
      target_url: 'https://shop.example/',
      brief
    })
  )
  const shown = await addUnit(context, { userId: other.userId })
  await addViews(context, shown, 5, '2026-03-01T10:00:00Z', campaign.id)
  return {
    users: userId,
    userId,
    sites: site.data.id,
    ad_units: unit.data.id,
    campaigns: campaign.id,
    campaign_payment_models: campaign.id,
    target_id: shown,
    variant_id: variant.data.id,
    banners: String(banner.id),
    shown_creatives: shownCreative,
    suggestions: suggestion.data.id,
    letters: await addLetter(context),
    api_keys: key.data.id,
    report_links: link.data.id,
    members: await addMember(context, userId, other.userId),
    memberships: await addMember(context, other.userId, userId),
    report_mails: String(mail.id),
    approval_rules: approval.data.id,
    block_rules: rule.data.id,
    house_ads: houseAd.data.id,
    legal_pages: await publishTerms(context, userId),
    sessions: session?.id ?? '',
    passkeys: 'sample',
    notifications: String(notification.id),
    depositables: userId,
    publication_offers: offer,
    publication_orders: order.data.id,
    history: await readOperationId(owner),
    month: context.now().toISOString().slice(0, 7),
    currency: 'BTC',
    attachment_id: unknownId,
    pictures: await addChatPicture(context, userId),
    // A withdrawal needs a blockchain, so only the payment tests have real ones.
    withdrawals: unknownId,
    automatic_payouts: 'BTC',
    traffic_packs: await addTrafficPack(context, 'Sample', [
      { type: 'category', id: '10', allowed: true }
    ])
  }
}

/** Publishes terms and returns the id of their page. */
async function publishTerms({ db, now }: TestApp['context'], userId: string): Promise<string> {
  const row = { version: 1, text: 'A sample', tree: '[]', published_by: Number(userId) }
  await db
    .insertInto('legal_pages')
    .values({ kind: 'terms', ...row, published_at: now() })
    .execute()
  return 'terms'
}

/** Adds someone who may see an account, and returns the membership's id. */
async function addMember({ db, now }: TestApp['context'], userId: string, memberId: string) {
  const accounts = { user_id: Number(userId), member_id: Number(memberId) }
  const times = { invited_at: now(), accepted_at: now() }
  const { id } = await db
    .insertInto('account_members')
    .values({ ...accounts, ...times, name: 'Sample', role: 'viewer' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** Adds a chat picture that was sent with a message. */
async function addChatPicture({ db, now }: TestApp['context'], userId: string): Promise<string> {
  const message = { user_id: Number(userId), created_at: now() }
  return db.transaction().execute(async tx => {
    const { id } = await tx
      .insertInto('chat_messages')
      .values({ ...message, author: 'user', text: '', has_picture: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('chat_conversations')
      .values({ user_id: Number(userId), last_message_id: id })
      .execute()
    const picture = await tx
      .insertInto('chat_pictures')
      .values({ ...message, message_id: id, width: 8, height: 6, bytes: Buffer.from('sample') })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(picture.id)
  })
}

async function addLetter({ db, now }: TestApp['context']): Promise<string> {
  const letter = { letter_id: crypto.randomUUID(), email: 'reader@example.com', text: 'A sample' }
  const { id } = await db
    .insertInto('chat_letters')
    .values({ ...letter, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** Returns the ID of the operation that paid for the order. */
async function readOperationId({ api, userId }: SignedInBrowser): Promise<string> {
  const history = need(await api.finances.readHistory({ userId }))
  return history.data[0]?.id ?? unknownId
}

function need<Value>(result: { ok: true; value: Value } | { ok: false; code: string }): Value {
  if (!result.ok) throw new Error(`the sample was refused: ${JSON.stringify(result)}`)
  return result.value
}
