import { createActiveCampaign, createCampaign, decide } from '@mille/testing/campaigns.ts'
import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
let admin: SignedInBrowser
let colleague: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signIn()
  admin = await app.signInAdmin()
  colleague = await app.signInAdmin()
})
afterAll(() => app.close())

async function creativesOf(campaignId: string) {
  return app.context.db
    .selectFrom('creatives')
    .select(['id', 'state', 'rejected_reason', 'decided_by', 'decided_at'])
    .where('campaign_id', '=', Number(campaignId))
    .orderBy('id')
    .execute()
}

async function stateOf(id: string) {
  const read = await owner.api.campaigns.readCampaign({ id })
  return read.ok ? read.value.data.attributes.state : read.code
}

test('the queue has what waits, oldest first, each with its campaign', async () => {
  const first = await createCampaign(owner.api, { link_text: 'First' })
  const second = await createCampaign(owner.api, { link_text: 'Second' })
  const queue = await admin.api.admin.readReviewQueue()
  if (!queue.ok) throw new Error(queue.code)
  const { data, included, meta } = queue.value
  expect(data.slice(-2).map(it => it.attributes.link_text)).toEqual(['First', 'Second'])
  expect(meta.pagination.records).toBe(data.length)
  expect(meta.campaigns[data.at(-1)?.id ?? '']).toBe(second.data.id)
  expect(included).toContainEqual(first.data)
  expect(included).toContainEqual(first.included.find(it => it.type === 'campaign_payment_models'))
  const page = await admin.api.admin.readReviewQueue({ 'page[offset]': 1, 'page[limit]': 1 })
  expect(page.ok && page.value.data).toEqual(data.slice(1, 2))
})

test('the queue says whose each creative is and what was decided about their other creatives', async () => {
  const other = await app.signIn()
  await createCampaign(other.api)
  const author = await app.signIn()
  for (const decision of ['approve', 'approve', 'reject'] as const)
    await decide(admin, await createCampaign(author.api), decision)
  const [reported, dismissed] = await app.context.db
    .selectFrom('creatives')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_id')
    .where('user_id', '=', Number(author.userId))
    .select('creatives.id')
    .execute()
  await report(reported?.id, null)
  await report(reported?.id, null)
  await report(dismissed?.id, 'dismiss')
  await createCampaign(author.api)
  await createCampaign(author.api)

  const queue = await admin.api.admin.readReviewQueue({ 'page[limit]': 100 })
  if (!queue.ok) throw new Error(queue.code)
  const { data, meta } = queue.value
  expect(Object.keys(meta.owners)).toHaveLength(data.length)
  const [others, ...own] = data.slice(-3).map(it => meta.owners[it.id])
  const { joined_at, submitted_at } = others ?? { joined_at: '', submitted_at: '' }
  expect(Date.parse(joined_at)).toBeLessThanOrEqual(Date.parse(submitted_at))
  expect(Date.parse(submitted_at)).toBeLessThanOrEqual(Date.parse(meta.at))
  expect(others).toMatchObject({ user_id: other.userId, approved: 0, rejected: 0, reported: 0 })
  for (const owner of own)
    expect(owner).toMatchObject({ user_id: author.userId, approved: 2, rejected: 1, reported: 1 })
})

async function report(creative_id = 0, decision: 'dismiss' | null) {
  const unit_id = Number(await addUnit(app.context, { userId: owner.userId }))
  const decided = decision && { decision, decided_by: Number(admin.userId), decided_at: new Date() }
  await app.context.db
    .insertInto('creative_reports')
    .values({ creative_id, unit_id, reason: 'misleading', created_at: new Date(), ...decided })
    .execute()
}

test('only operators see the queue and decide', async () => {
  const document = await createCampaign(owner.api)
  expect(await owner.api.admin.readReviewQueue()).toMatchObject({
    ok: false,
    status: 403,
    code: 'not_authorized'
  })
  expect(await decide(owner, document)).toMatchObject({
    ok: false,
    status: 403,
    code: 'not_authorized'
  })
  expect(await decide(app.open(), document)).toMatchObject({
    ok: false,
    status: 401,
    code: 'not_authenticated'
  })
})

test('an approved creative is live and takes the place of the one before', async () => {
  const { id } = (await createActiveCampaign(app.context, owner, admin)).data
  const edited = await owner.api.campaigns.updateCampaign({ id, link_text: 'New edition' })
  if (!edited.ok) throw new Error(edited.code)
  expect(await decide(admin, edited.value)).toMatchObject({
    ok: true,
    value: { data: { attributes: { state: 'live', link_text: 'New edition' } } }
  })
  const at = app.context.now()
  expect(await creativesOf(id)).toMatchObject([
    { state: 'superseded' },
    { state: 'live', decided_by: Number(admin.userId), decided_at: at }
  ])
  expect(await stateOf(id)).toBe('active')
})

test('a rejected edit keeps its reason, and what was live goes on', async () => {
  const { id } = (await createActiveCampaign(app.context, owner, admin)).data
  const edited = await owner.api.campaigns.updateCampaign({ id, link_text: 'Win now' })
  if (!edited.ok) throw new Error(edited.code)
  expect(await decide(admin, edited.value, 'reject')).toMatchObject({
    ok: true,
    value: { data: { attributes: { state: 'rejected', rejected_reason: 'Too loud' } } }
  })
  expect(await creativesOf(id)).toMatchObject([
    { state: 'live' },
    { state: 'rejected', rejected_reason: 'Too loud' }
  ])
  expect(await stateOf(id)).toBe('active')
})

test('a campaign without a live creative is rejected with it', async () => {
  const document = await createCampaign(owner.api)
  await decide(admin, document, 'reject')
  expect(await stateOf(document.data.id)).toBe('rejected')
})

test('a rejection says why', async () => {
  const document = await createCampaign(owner.api)
  const id = document.data.relationships.creative.data?.id ?? ''
  const silent = await admin.api.admin.decideCreative({ id, decision: 'reject' })
  expect(silent).toMatchObject({
    ok: false,
    status: 422,
    code: 'invalid',
    errors: [{ source: { pointer: '/data/attributes/reason' } }]
  })
})

test('an approval can correct what the ad sells, which the audit log shows and an edit keeps', async () => {
  const document = await createCampaign(owner.api, { product_category: 'games' })
  const id = document.data.relationships.creative.data?.id ?? ''
  const refused = await admin.api.admin.decideCreative({
    ...{ id, decision: 'reject', reason: 'Too loud', product_category: 'gambling' }
  })
  expect(!refused.ok && refused.errors.map(it => it.source?.pointer)).toEqual([
    '/data/attributes/product_category'
  ])
  const corrected = { product_category: 'gambling', decision: 'approve' } as const
  expect(await admin.api.admin.decideCreative({ id, ...corrected })).toMatchObject({
    ok: true,
    value: { data: { attributes: { state: 'live', product_category: 'gambling' } } }
  })
  const log = await admin.api.admin.readAuditLog({})
  expect(log.ok && log.value.data[0]?.attributes).toMatchObject({ status: 200, input: corrected })
  const changed = { id: document.data.id, link_text: 'Play it now' }
  const edited = await owner.api.campaigns.updateCampaign(changed)
  expect(edited.ok && edited.value.included).toContainEqual(
    expect.objectContaining({
      type: 'creatives',
      attributes: expect.objectContaining({ state: 'pending', product_category: 'gambling' })
    })
  )
})

test('two operators cannot decide twice', async () => {
  const document = await createCampaign(owner.api)
  const answers = await Promise.all([
    decide(admin, document),
    decide(colleague, document, 'reject'),
    decide(admin, document, 'reject'),
    decide(colleague, document)
  ])
  expect(answers.filter(it => it.ok)).toHaveLength(1)
  for (const it of answers.filter(answer => !answer.ok))
    expect(it).toMatchObject({ status: 422, code: 'state_not_allowed' })
})

test('an edit and a decision at once leave one of them a refusal or a newer version that waits', async () => {
  const document = await createCampaign(owner.api)
  const { id } = document.data
  const [edited, decided] = await Promise.all([
    owner.api.campaigns.updateCampaign({ id, link_text: 'Other' }),
    decide(admin, document)
  ])
  expect(edited.ok).toBe(true)
  const states = (await creativesOf(id)).map(row => row.state)
  expect(states).toEqual([decided.ok ? 'live' : 'superseded', 'pending'])
})

test('a creative that does not exist is not found', async () => {
  expect(
    await admin.api.admin.decideCreative({ id: '2000000001', decision: 'approve' })
  ).toMatchObject({ ok: false, status: 404, code: 'not_found' })
})
