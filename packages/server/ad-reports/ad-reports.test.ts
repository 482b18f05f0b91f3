import { dayMs } from '@mille/api/durations.ts'
import { createActiveCampaign } from '@mille/testing/campaigns.ts'
import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { solveProof } from '../http/testing/proof.ts'
import { forgetReporters } from './index.ts'

let app: TestApp
let advertiser: SignedInBrowser
let publisher: SignedInBrowser
let admin: SignedInBrowser
let unit: string
let campaign: string
let creative: string
let networks = 0

beforeAll(async () => {
  app = await createTestApp()
  advertiser = await app.signIn()
  publisher = await app.signIn()
  admin = await app.signInAdmin()
  unit = await addUnit(app.context, { userId: publisher.userId })
})
beforeEach(async () => {
  const { data } = await createActiveCampaign(app.context, advertiser, admin)
  campaign = data.id
  creative = data.relationships.creative.data?.id ?? ''
})
afterAll(() => app.close())

/** Opens a browser on a network from which no reports have come yet. */
const reader = () => app.open(`203.0.${networks++}.7`)

type Report = Parameters<SignedInBrowser['api']['adReports']['reportCreative']>[0]

const report = (values: Partial<Report> = {}, from = reader()) =>
  from.api.adReports.reportCreative({
    id: creative,
    unit_id: unit,
    reason: 'misleading',
    ...values
  })

const reportsOf = (id = creative) =>
  app.context.db
    .selectFrom('creative_reports')
    .selectAll()
    .where('creative_id', '=', Number(id))
    .orderBy('id')
    .execute()

async function queued(id = creative) {
  const queue = await admin.api.adReports.listReportedCreatives({ 'page[limit]': 100 })
  if (!queue.ok) throw new Error(queue.code)
  return queue.value.data.find(it => it.id === id)
}

async function decideReports(decision: 'dismiss' | 'reject', newest?: string) {
  const newest_report_id = newest ?? (await queued())?.attributes.newest_report_id ?? '1'
  const reason = decision === 'reject' ? { reason: 'It promises a doubling.' } : {}
  return admin.api.adReports.decideReports({ id: creative, decision, newest_report_id, ...reason })
}

test('anyone may read what an ad showed, and nothing else of its campaign', async () => {
  const read = await reader().api.adReports.readShownCreative({ id: creative, unit_id: unit })
  expect(read.ok && read.value.data).toEqual({
    type: 'shown_creatives',
    id: creative,
    attributes: {
      title: 'Open books for node runners',
      text: 'What to read before the first channel.',
      domain: 'books.example',
      action: null,
      advertiser_name: null,
      language: 'en',
      banners_only: false,
      banners: [],
      logo: null,
      illustration: null,
      invitation_url: `${app.context.config.publicUrl}/campaigns/new/?source_id=${unit}&source_type=ad_unit&partner=${publisher.userId}`
    }
  })
})

test('what its owner calls a campaign is for operators, and not for readers', async () => {
  const named = await advertiser.api.campaigns.updateCampaign({ id: campaign, name: 'Autumn plan' })
  expect(named.ok).toBe(true)
  const read = await reader().api.adReports.readShownCreative({ id: creative, unit_id: unit })
  expect(read.ok).toBe(true)
  expect(JSON.stringify(read)).not.toContain('Autumn plan')
  await report()
  expect((await queued())?.attributes.campaign_name).toBe('Autumn plan')
})

test('readers see the public name of the advertiser, and not the name of the account', async () => {
  const { userId, api } = advertiser
  const named = await api.accounts.updateUser({
    id: userId,
    username: 'ada-private',
    advertiser_name: 'Open Books Cooperative'
  })
  expect(named.ok).toBe(true)
  const read = await reader().api.adReports.readShownCreative({ id: creative, unit_id: unit })
  expect(JSON.stringify(read)).not.toContain('ada-private')
  expect(read.ok && read.value.data.attributes.advertiser_name).toBe('Open Books Cooperative')
})

test('a unit that does not invite advertisers has no invitation here either', async () => {
  const quiet = await addUnit(app.context, { userId: publisher.userId })
  await app.context.db
    .updateTable('ad_units')
    .set({ settings: JSON.stringify({ invitation_link: 'external' }) })
    .where('id', '=', Number(quiet))
    .execute()
  const read = await reader().api.adReports.readShownCreative({ id: creative, unit_id: quiet })
  expect(read.ok && read.value.data.attributes.invitation_url).toBe(null)
})

test('an unknown ad or ad unit, and a creative that was never live, are not found', async () => {
  const { api } = reader()
  const edited = await advertiser.api.campaigns.updateCampaign({ id: campaign, link_text: 'Next' })
  const pending = (edited.ok && edited.value.data.relationships.creative.data?.id) || ''
  expect(pending).not.toBe(creative)
  for (const ids of [
    { id: '2000000001', unit_id: unit },
    { id: creative, unit_id: '2000000001' },
    { id: pending, unit_id: unit }
  ]) {
    const expected = { ok: false, status: 404, code: 'not_found' }
    expect(await api.adReports.readShownCreative(ids)).toMatchObject(expected)
    expect(await report(ids)).toMatchObject(expected)
  }
})

test('a report is kept with its reason and note, and without anything about the reader', async () => {
  const note = 'It asks for a seed phrase.'
  expect(await report({ reason: 'scam_or_malware', note })).toMatchObject({ ok: true, status: 204 })
  const [row, ...more] = await reportsOf()
  expect(more).toEqual([])
  expect(row).toEqual({
    id: expect.any(Number),
    creative_id: Number(creative),
    unit_id: Number(unit),
    reason: 'scam_or_malware',
    note,
    network_hash: expect.any(Buffer),
    created_at: app.context.now(),
    decision: null,
    decided_by: null,
    decided_at: null
  })
  expect(row?.network_hash).toHaveLength(16)
})

test('a note has at most 1,000 characters', async () => {
  expect(await report({ note: 'x'.repeat(1_001) })).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/data/attributes/note' } }]
  })
  expect(await report({ note: 'x'.repeat(1_000) })).toMatchObject({ ok: true })
})

test('one network counts once a day for an ad, and its hash is forgotten after that day', async () => {
  const from = reader()
  await report({}, from)
  expect(await report({ reason: 'other' }, from)).toMatchObject({ ok: true })
  await report()
  expect((await reportsOf()).map(it => it.reason)).toEqual(['misleading', 'misleading'])
  const { db, now } = app.context
  await forgetReporters(db, new Date(now().getTime() + dayMs))
  expect((await reportsOf()).every(it => it.network_hash !== null)).toBe(true)
  await forgetReporters(db, new Date(now().getTime() + dayMs + 1))
  expect((await reportsOf()).map(it => it.network_hash)).toEqual([null, null])
  await report({ reason: 'other' }, from)
  expect(await reportsOf()).toHaveLength(3)
})

test('the same request with the same key is one report', async () => {
  const from = reader()
  const sent = { id: creative, unit_id: unit, reason: 'illegal' as const }
  await from.api.adReports.reportCreative(sent, { idempotencyKey: 'again' })
  await from.api.adReports.reportCreative(sent, { idempotencyKey: 'again' })
  expect(await reportsOf()).toHaveLength(1)
})

test('after ten reports a network has to prove work', async () => {
  const from = reader()
  for (let times = 0; times < 10; times++)
    expect(await report({}, from)).toMatchObject({ ok: true })
  expect(await report({}, from)).toMatchObject({ status: 422, code: 'captcha_required' })
  const captcha = await solveProof(from.api, 'ad_report')
  expect(await report({ captcha }, from)).toMatchObject({ ok: true })
})

test('the queue counts by reason and has the newest note, the creative and its owner', async () => {
  await report({ reason: 'illegal', note: 'First.' })
  await report({ reason: 'scam_or_malware', note: 'Second.' })
  await report({ reason: 'scam_or_malware' })
  expect((await queued())?.attributes).toMatchObject({
    user_id: advertiser.userId,
    campaign_id: campaign,
    reports_count: 3,
    reasons: [
      { reason: 'scam_or_malware', count: 2 },
      { reason: 'illegal', count: 1 }
    ],
    note: 'Second.'
  })
  const queue = await admin.api.adReports.listReportedCreatives({ 'page[limit]': 1 })
  const [most] = queue.ok ? queue.value.data : []
  expect(most?.attributes.reports_count).toBeGreaterThanOrEqual(3)
  expect(queue.ok && queue.value.included[0]).toMatchObject({ type: 'creatives', id: most?.id })
  const health = await admin.api.admin.readHealth()
  const checks = health.ok ? health.value.data.attributes.checks : []
  expect(checks.find(it => it.name === 'Queues')?.text).toMatch(/\d+ reported ads/)
})

test('only operators see and decide reports', async () => {
  await report()
  for (const { api } of [advertiser, reader()]) {
    expect((await api.adReports.listReportedCreatives()).ok).toBe(false)
    const decided = { id: creative, decision: 'dismiss', newest_report_id: '1' } as const
    expect((await api.adReports.decideReports(decided)).ok).toBe(false)
  }
  expect(await queued()).toBeDefined()
})

test('dismissed reports leave the queue, and those that came meanwhile stay', async () => {
  await report()
  const seen = (await queued())?.attributes.newest_report_id
  await report({ reason: 'illegal' })
  expect(await decideReports('dismiss', seen)).toMatchObject({ ok: true, status: 204 })
  expect((await queued())?.attributes).toMatchObject({ reports_count: 1 })
  expect(await decideReports('dismiss')).toMatchObject({ ok: true })
  expect(await queued()).toBeUndefined()
  expect(await decideReports('dismiss')).toMatchObject({ status: 404, code: 'not_found' })
  expect((await reportsOf()).map(it => [it.decision, it.decided_by])).toEqual([
    ['dismiss', Number(admin.userId)],
    ['dismiss', Number(admin.userId)]
  ])
})

test('a rejected creative stops, its owner is notified, and the audit log has it', async () => {
  await report()
  expect(await decideReports('reject')).toMatchObject({ ok: true, status: 204 })
  expect(await queued()).toBeUndefined()
  const read = await advertiser.api.campaigns.readCampaign({ id: campaign })
  expect(read.ok && read.value.data.attributes.state).toBe('rejected')
  expect(read.ok && read.value.included).toContainEqual(
    expect.objectContaining({
      id: creative,
      attributes: expect.objectContaining({
        state: 'rejected',
        rejected_reason: 'It promises a doubling.'
      })
    })
  )
  const notifications = await app.context.db
    .selectFrom('notifications')
    .select(['kind', 'data'])
    .where('user_id', '=', Number(advertiser.userId))
    .where('event', '=', `creative ${creative} withdrawn`)
    .execute()
  expect(notifications).toMatchObject([
    { kind: 'campaign_rejected', data: { reason: 'It promises a doubling.' } }
  ])
  const log = await admin.api.admin.readAuditLog()
  expect(log.ok && log.value.data[0]?.attributes).toMatchObject({
    act: `PATCH /api/v1/admin/reported_creatives/${creative}`,
    input: { decision: 'reject' },
    status: 204
  })
  expect(await report()).toMatchObject({ status: 404 })
})

test('a campaign whose edit waits for review waits with it when what was live is rejected', async () => {
  await report()
  await advertiser.api.campaigns.updateCampaign({ id: campaign, link_text: 'Other words' })
  expect(await decideReports('reject')).toMatchObject({ ok: true })
  const read = await advertiser.api.campaigns.readCampaign({ id: campaign })
  expect(read.ok && read.value.data.attributes.state).toBe('pending')
})

test('a creative that is no longer live cannot be rejected, but its reports can be dismissed', async () => {
  await report()
  await app.context.db
    .updateTable('creatives')
    .set({ state: 'superseded' })
    .where('id', '=', Number(creative))
    .execute()
  expect(await decideReports('reject')).toMatchObject({ status: 422, code: 'state_not_allowed' })
  expect(await queued()).toBeDefined()
  expect(await decideReports('dismiss')).toMatchObject({ ok: true })
})
