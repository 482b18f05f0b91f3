import { randomBytes } from 'node:crypto'
import { dayMs } from '@mille/api/durations.ts'
import { createActiveCampaign, createCampaign, credit, decide } from '@mille/testing/campaigns.ts'
import { createRandom } from '@mille/testing/random.ts'
import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '../ledger/index.ts'
import { isChosen } from './trust-rules.ts'

let app: TestApp
let admin: SignedInBrowser
let owner: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp({ allowPrivateHosts: false })
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  owner = await app.signIn()
  await sample('0')
})
afterEach(async () => {
  app.context.randomBytes = randomBytes
  await trustAfter('none')
})
afterAll(() => app.close())

async function set(id: string, value: string) {
  const changed = await admin.api.settings.changeSetting({ id, value })
  if (!changed.ok) throw new Error(changed.code)
}
const trustAfter = (approvals: string) => set('trust_after_approvals', approvals)
const sample = (percent: string) => set('trust_sample_percent', percent)

const idOf = (document: Awaited<ReturnType<typeof createCampaign>>) =>
  document.data.relationships.creative.data?.id ?? ''

/** Submits a campaign and returns its state and its creative. */
async function submit(from = owner, changes: Parameters<typeof createCampaign>[1] = {}) {
  const document = await createCampaign(from.api, changes)
  return { document, ...(await read(idOf(document))), id: document.data.id }
}

async function read(creative: string) {
  const { rows } = await sql<{
    creative: string
    state: string
    campaign: string
    trusted_at: Date | null
    is_sampled: boolean
    decided_by: number | null
  }>`
    select creatives.id::text as creative, creatives.state, campaigns.state as campaign, trusted_at, is_sampled, decided_by
    from creatives join campaigns on campaigns.id = campaign_id where creatives.id = ${Number(creative)}`.execute(
    app.context.db
  )
  const [row] = rows
  if (!row) throw new Error('no creative')
  return row
}

async function trustOf({ userId }: SignedInBrowser) {
  const holdings = await admin.api.admin.readHoldings({ id: userId })
  if (!holdings.ok) throw new Error(holdings.code)
  return holdings.value.data.attributes.trust
}

async function queue() {
  const answer = await admin.api.admin.readReviewQueue({ 'page[limit]': 100 })
  if (!answer.ok) throw new Error(answer.code)
  return answer.value
}
const queued = async () => (await queue()).data.map(it => it.id)

const reject = (id: string) =>
  admin.api.admin.decideCreative({ id, decision: 'reject', reason: 'It promises a doubling.' })

/** Approves a campaign of the account by a reviewer. */
async function approveOne(from = owner) {
  const decided = await decide(admin, await createCampaign(from.api))
  expect(decided.ok).toBe(true)
}

test('without the setting, an account with any number of approvals waits for a reviewer', async () => {
  for (let count = 0; count < 3; count++) await approveOne()
  expect(await submit()).toMatchObject({ state: 'pending', campaign: 'pending', trusted_at: null })
  expect(await trustOf(owner)).toEqual({ state: 'off', approvals: 3, needed: null })
})

test('the account goes live at once from the number of approvals on that is set', async () => {
  await trustAfter('2')
  const first = await submit()
  await decide(admin, first.document)
  expect(await trustOf(owner)).toEqual({ state: 'too_few_approvals', approvals: 1, needed: 2 })
  const second = await submit()
  expect(second).toMatchObject({ state: 'pending', campaign: 'pending' })
  await decide(admin, second.document)
  expect(await trustOf(owner)).toEqual({ state: 'trusted', approvals: 2, needed: 2 })
  const third = await submit(owner, { rating: 'gambling' })
  expect(third).toMatchObject({
    state: 'live',
    campaign: 'out_of_funds',
    trusted_at: app.context.now(),
    decided_by: null
  })
  // The answer of the call has the new state too, and the ad the rating that its advertiser declared.
  expect(third.document.data.attributes.state).toBe('out_of_funds')
  expect(third.document.included).toContainEqual(
    expect.objectContaining({
      type: 'creatives',
      attributes: expect.objectContaining({ state: 'live', rating: 'gambling' })
    })
  )
  // What went live without a reviewer does not count as an approval of one.
  expect(await trustOf(owner)).toMatchObject({ approvals: 2 })
  expect(await submit(await app.signIn())).toMatchObject({ state: 'pending' })
})

test('an approval by trust does what an approval does, and the history says by whom', async () => {
  const { document: reviewed } = await submit()
  await trustAfter('0')
  const trusted = await submit()
  const { db, now } = app.context
  const notices = await db
    .selectFrom('notifications')
    .select('kind')
    .where('event', '=', `creative ${trusted.creative} decided`)
    .execute()
  expect(notices).toEqual([{ kind: 'campaign_approved' }])
  const landing = await db
    .selectFrom('landing_pages')
    .select(['approved', 'check_at'])
    .where('creative_id', '=', Number(trusted.creative))
    .execute()
  expect(landing).toEqual([{ approved: null, check_at: now() }])
  const history = await admin.api.admin.readPersonHistory({ id: owner.userId })
  const kinds = history.ok ? history.value.data.map(it => it.attributes) : []
  expect(kinds).toContainEqual(expect.objectContaining({ kind: 'campaign_trusted', by: null }))
  expect(kinds.some(it => it.kind === 'campaign_approved')).toBe(false)
  // The reviewed campaign was submitted before the account was trusted, and still waits.
  expect(await read(idOf(reviewed))).toMatchObject({ state: 'pending' })
})

test('with 0, a new account is trusted at once, and a private address is still refused', async () => {
  await trustAfter('0')
  expect(await submit()).toMatchObject({ state: 'live', campaign: 'out_of_funds' })
  const refused = await owner.api.campaigns.createCampaign({
    link_text: 'Inside',
    creative_link: 'http://127.0.0.1/admin',
    creative_text: 'Not public.',
    daily_budget: '1000'
  })
  expect(refused).toMatchObject({ ok: false, code: 'invalid' })
})

test('a suspended account is not trusted, and submits nothing', async () => {
  await trustAfter('0')
  const about = { id: owner.userId, reason: 'Sells what it does not have.' }
  expect(await admin.api.admin.suspendPerson(about)).toMatchObject({ ok: true })
  expect(await trustOf(owner)).toMatchObject({ state: 'suspended' })
  const refused = await owner.api.campaigns.createCampaign({
    link_text: 'Fresh bread',
    creative_link: 'https://shop.example/',
    creative_text: 'Every morning.',
    daily_budget: '1000'
  })
  expect(refused.ok).toBe(false)
})

test('a changed ad of a running campaign replaces the live one, which holds the same money', async () => {
  const { data } = await createActiveCampaign(app.context, owner, admin)
  const countTransfers = async () =>
    (
      await sql<{ transfers: bigint; sum: bigint }>`
        select count(*) as transfers, sum(amount)::bigint as sum from ledger_entries`.execute(
        app.context.db
      )
    ).rows
  const openHolds = async () =>
    (
      await sql`select amount from ledger_holds where state = 'open' order by id`.execute(
        app.context.db
      )
    ).rows
  const [before, holds] = [await countTransfers(), await openHolds()]
  await trustAfter('1')
  const changed = await owner.api.campaigns.updateCampaign({ id: data.id, link_text: 'Better' })
  expect(changed).toMatchObject({ value: { data: { attributes: { state: 'active' } } } })
  expect(await statesOf(data.id)).toEqual(['superseded', 'live'])
  expect(await countTransfers()).toEqual(before)
  expect(await openHolds()).toEqual(holds)
})

async function statesOf(campaign: string) {
  const { rows } = await sql<{ state: string }>`
    select state from creatives where campaign_id = ${Number(campaign)} order by id`.execute(
    app.context.db
  )
  return rows.map(it => it.state)
}

test('a campaign with money from its account is shown at once, and its money is held as after an approval', async () => {
  const holdsOf = async (campaign: string) =>
    (
      await sql`
        select amount, ledger_holds.state from ledger_holds join ledger_accounts on ledger_accounts.id = from_account
        where owner = 'campaign' and owner_id = ${Number(campaign)} order by ledger_holds.id`.execute(
        app.context.db
      )
    ).rows
  await credit(app.context, owner.userId, 1_000_000n)
  const funded = { auto_fund: true }
  const reviewed = await createCampaign(owner.api, funded)
  await decide(admin, reviewed)
  await trustAfter('1')
  const trusted = await submit(owner, funded)
  expect(trusted).toMatchObject({ state: 'live', campaign: 'active' })
  const holds = await holdsOf(trusted.id)
  expect(holds).toHaveLength(1)
  expect(holds).toEqual(await holdsOf(reviewed.data.id))
  expect((await verifyLedger(app.context.db)).ok).toBe(true)
})

test('variants that are added, changed, or copied go live too', async () => {
  await trustAfter('0')
  const { id } = await submit()
  const content = {
    link_text: 'Another headline',
    creative_link: 'https://books.example/other',
    creative_text: 'Another text.'
  }
  const added = await owner.api.campaigns.createVariant({ id, ...content })
  if (!added.ok) throw new Error(added.code)
  expect(added.value.data.attributes.is_live).toBe(true)
  const variant_id = added.value.data.id
  await owner.api.campaigns.updateVariant({ id, variant_id, link_text: 'A third one' })
  expect(await statesOf(id)).toEqual(['live', 'superseded', 'live'])
  const copied = await submit(owner, { copy_variants_of: id })
  expect(await statesOf(copied.id)).toEqual(['live', 'live'])
})

test('two submissions at once leave one live ad of a variant, and two of two campaigns', async () => {
  await trustAfter('0')
  const { id } = await submit()
  const change = (link_text: string) => owner.api.campaigns.updateCampaign({ id, link_text })
  const both = await Promise.all([change('One'), change('Two'), submit(), submit()])
  expect(both.slice(0, 2)).toMatchObject([{ ok: true }, { ok: true }])
  expect(both.slice(2)).toMatchObject([{ state: 'live' }, { state: 'live' }])
  expect(await statesOf(id)).toEqual(['superseded', 'superseded', 'live'])
})

/** Moves the decisions about an account's ads into the past. */
async function age({ userId }: SignedInBrowser, ms: number) {
  await sql`
    update creatives set decided_at = decided_at - ${ms} * interval '1 millisecond'
    from campaigns where campaigns.id = campaign_id and user_id = ${Number(userId)}`.execute(
    app.context.db
  )
}

test('a rejection ends trust for 90 days, and the approvals are counted from it on', async () => {
  await approveOne()
  const { creative } = await submit()
  await age(owner, 1)
  await reject(creative)
  await trustAfter('1')
  expect(await trustOf(owner)).toEqual({ state: 'rejected', approvals: 0, needed: 1 })
  expect(await submit()).toMatchObject({ state: 'pending' })
  await age(owner, 90 * dayMs - 1)
  await approveOne()
  expect(await trustOf(owner)).toMatchObject({ state: 'rejected', approvals: 1 })
  await age(owner, 1)
  expect(await trustOf(owner)).toMatchObject({ state: 'trusted', approvals: 1 })
  expect(await submit()).toMatchObject({ state: 'live' })
})

test('an upheld report ends trust, a dismissed one does not', async () => {
  await trustAfter('0')
  const publisher = await app.signIn()
  const unit_id = await addUnit(app.context, { userId: publisher.userId })
  const { creative: id } = await submit()
  const judge = async (decision: 'dismiss' | 'reject', from: string) => {
    const sent = { id, unit_id, reason: 'misleading' as const }
    await app.open(from).api.adReports.reportCreative(sent)
    const list = await admin.api.adReports.listReportedCreatives()
    const newest = list.ok ? list.value.data.find(it => it.id === id) : undefined
    const newest_report_id = newest?.attributes.newest_report_id ?? ''
    const reason = decision === 'reject' ? { reason: 'A lie.' } : {}
    const done = await admin.api.adReports.decideReports({
      id,
      decision,
      newest_report_id,
      ...reason
    })
    expect(done).toMatchObject({ ok: true })
  }
  await judge('dismiss', '203.0.113.7')
  expect(await trustOf(owner)).toMatchObject({ state: 'trusted' })
  await judge('reject', '203.0.114.7')
  expect(await trustOf(owner)).toMatchObject({ state: 'rejected' })
  expect(await submit()).toMatchObject({ state: 'pending' })
})

test('a report is upheld although the ad was replaced, or its campaign archived, before anyone reviewed it', async () => {
  await trustAfter('0')
  const publisher = await app.signIn()
  const unit_id = await addUnit(app.context, { userId: publisher.userId })
  const hide = {
    replaced: (id: string) => owner.api.campaigns.updateCampaign({ id, link_text: 'Harmless' }),
    archived: (id: string) => owner.api.campaigns.archiveCampaign({ id })
  }
  for (const way of ['replaced', 'archived'] as const) {
    owner = await app.signIn()
    const { creative, id } = await submit()
    const sent = { id: creative, unit_id, reason: 'misleading' as const }
    await app.open(`203.0.115.${way.length}`).api.adReports.reportCreative(sent)
    expect(await hide[way](id)).toMatchObject({ ok: true })
    const upheld = {
      ...{ id: creative, decision: 'reject' as const },
      ...{ reason: 'A lie.', newest_report_id: '1' }
    }
    expect(await admin.api.adReports.decideReports(upheld)).toMatchObject({ ok: true })
    expect(await read(creative)).toMatchObject({ state: 'rejected' })
    expect(await trustOf(owner)).toMatchObject({ state: 'rejected' })
    if (way === 'replaced') {
      expect(await statesOf(id)).toEqual(['rejected', 'live'])
      expect((await queue()).data.at(-1)?.attributes.link_text).toBe('Harmless')
    }
    expect(await admin.api.adReports.decideReports(upheld)).toMatchObject({
      code: 'state_not_allowed'
    })
  }
})

test('an exchanged landing page ends trust for 90 days', async () => {
  await trustAfter('0')
  const { now, db } = app.context
  const swap = (creative: string, at: Date) =>
    sql`
      insert into landing_swaps (creative_id, at, reasons, approved, found)
      values (${Number(creative)}, ${at}, array['host'], '{}', '{}')`.execute(db)
  const ago = (ms: number) => new Date(now().getTime() - ms)
  const { creative } = await submit()
  await swap(creative, ago(90 * dayMs))
  expect(await trustOf(owner)).toMatchObject({ state: 'trusted' })
  const { creative: other } = await submit()
  await swap(other, ago(90 * dayMs - 1))
  expect(await trustOf(owner)).toMatchObject({ state: 'page_changed' })
  expect(await submit()).toMatchObject({ state: 'pending' })
})

test('a picture that no reviewer approved waits for one, also in a text ad', async () => {
  await trustAfter('0')
  const bytes = await sharp({
    create: { width: 300, height: 250, channels: 3, background: '#f7931a' }
  })
    .png()
    .toBuffer()
  const upload = async (kind: 'banner' | 'logo') => {
    const form = new FormData()
    form.append('data[image]', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
    if (kind === 'logo') form.append('data[kind]', kind)
    const uploaded = await owner.api.banners.uploadBanner({ form })
    if (!uploaded.ok) throw new Error(JSON.stringify(uploaded.errors))
    return uploaded.value.data.id
  }
  const [banner, logo] = [await upload('banner'), await upload('logo')]
  const withBanner = { banner_ids: [banner] }
  const first = await submit(owner, withBanner)
  expect(first).toMatchObject({ state: 'pending' })
  expect(await submit(owner, { advert_logo: logo })).toMatchObject({ state: 'pending' })
  await decide(admin, first.document)
  expect(await submit(owner, withBanner)).toMatchObject({ state: 'live' })
  expect(await submit(owner, { ...withBanner, advert_logo: logo })).toMatchObject({
    state: 'pending'
  })
})

/** Makes the choice of what is reviewed afterwards repeatable. */
function seed(number: number) {
  const random = createRandom(number)
  app.context.randomBytes = size => (size === 4 ? random.bytes(4) : randomBytes(size))
}

test('the chosen share is in the queue as live, and rejecting one ends trust and queues the rest', async () => {
  await trustAfter('0')
  await sample('25')
  seed(5)
  const again = createRandom(5)
  const expected = Array.from({ length: 24 }, () => isChosen(25, again.bytes))
  expect(expected.filter(Boolean).length).toBeGreaterThan(2)
  const before = await queued()
  const submitted: Awaited<ReturnType<typeof submit>>[] = []
  for (const _ of expected) submitted.push(await submit())
  expect(submitted.map(it => it.is_sampled)).toEqual(expected)
  expect(submitted.every(it => it.state === 'live')).toBe(true)
  const chosen = submitted.filter(it => it.is_sampled).map(it => it.creative)
  const waiting = await queue()
  expect(waiting.data.map(it => it.id)).toEqual([...before, ...chosen])
  expect(waiting.data.at(-1)?.attributes.state).toBe('live')
  expect(waiting.meta.owners[chosen[0] ?? '']).toMatchObject({
    approved: 0,
    trust: { state: 'trusted', approvals: 0, needed: 0 }
  })

  const [good = '', bad = ''] = chosen
  const product_category = 'crypto_wallets'
  const approved = await admin.api.admin.decideCreative({
    id: good,
    decision: 'approve',
    product_category
  })
  expect(approved.ok && approved.value.data.attributes).toMatchObject({
    state: 'live',
    product_category
  })
  expect(await read(good)).toMatchObject({ state: 'live', decided_by: Number(admin.userId) })
  expect(await queued()).not.toContain(good)
  expect(await trustOf(owner)).toMatchObject({ state: 'trusted', approvals: 1 })
  expect(await admin.api.admin.decideCreative({ id: good, decision: 'approve' })).toMatchObject({
    code: 'state_not_allowed'
  })

  expect(await reject(bad)).toMatchObject({ ok: true })
  expect(await read(bad)).toMatchObject({ state: 'rejected', campaign: 'rejected' })
  expect(await trustOf(owner)).toMatchObject({ state: 'rejected' })
  const rest = submitted.map(it => it.creative).filter(it => it !== good && it !== bad)
  expect(await queued()).toEqual([...before, ...rest])
  expect(await submit()).toMatchObject({ state: 'pending', is_sampled: false })
})

test('a rejection and submissions at once leave nothing live that is not in the queue', async () => {
  await trustAfter('0')
  for (let round = 0; round < 5; round++) {
    const advertiser = await app.signIn()
    const trusted = await submit(advertiser)
    await trustAfter('none')
    const { creative } = await submit(advertiser)
    await trustAfter('0')
    const [, ...others] = await Promise.all([
      reject(creative),
      submit(advertiser),
      submit(advertiser)
    ])
    const waiting = await queued()
    for (const it of [trusted, ...others]) expect(waiting).toContain(it.creative)
  }
})

test('a chosen ad that was replaced meanwhile is still reviewed, and only the trust is lost', async () => {
  await trustAfter('0')
  await sample('100')
  const { creative, id } = await submit()
  await sample('0')
  await owner.api.campaigns.updateCampaign({ id, link_text: 'Harmless' })
  expect(await queued()).toContain(creative)
  expect(await reject(creative)).toMatchObject({ ok: true })
  expect(await statesOf(id)).toEqual(['rejected', 'live'])
  expect(await trustOf(owner)).toMatchObject({ state: 'rejected' })
  // What replaced it went live without a reviewer, so it is reviewed now.
  expect((await queue()).data.at(-1)?.attributes.link_text).toBe('Harmless')
})

test('a chosen ad of a campaign that was archived is still decided', async () => {
  await trustAfter('0')
  await sample('100')
  const { creative, id } = await submit()
  expect(await owner.api.campaigns.archiveCampaign({ id })).toMatchObject({ ok: true })
  expect(await reject(creative)).toMatchObject({ ok: true })
  expect(await read(creative)).toMatchObject({ state: 'rejected', campaign: 'archived' })
  expect(await queued()).not.toContain(creative)
})

test('a rejection takes an account’s ads into the queue, not those of others', async () => {
  await trustAfter('0')
  const other = await app.signIn()
  const kept = await submit(other)
  const unseen = await submit()
  await trustAfter('none')
  const { creative } = await submit()
  await reject(creative)
  expect(await queued()).toContain(unseen.creative)
  expect(await queued()).not.toContain(kept.creative)
})
