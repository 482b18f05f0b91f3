import { addOffer } from '@mille/testing/publications.ts'
import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let publisher: SignedInBrowser
let stranger: SignedInBrowser
let operator: SignedInBrowser
let siteId: string

beforeAll(async () => {
  app = await createTestApp()
  publisher = await app.signIn()
  stranger = await app.signIn()
  operator = await app.signInAdmin()
  siteId = await addSite('verified')
})
afterAll(() => app.close())

async function addSite(state: 'verified' | 'unverified') {
  const at = app.context.now()
  const { id } = await app.context.db
    .insertInto('sites')
    .values({
      user_id: Number(publisher.userId),
      domain_name: `${state}.example`,
      origin: `https://${state}.example`,
      state,
      language: 'en',
      verification_token: state,
      verified_at: state === 'verified' ? at : null,
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

const offer = () => ({
  site_id: siteId,
  publication_offer_type: 'article' as const,
  name: 'A reviewed article',
  description: 'Eight hundred words, **edited** by us.',
  languages: ['en' as const],
  categories: ['bitcoin' as const],
  included: ['Two links'],
  turnaround_days: 5,
  price_us_cents: 42_000
})

async function create(more: Partial<ReturnType<typeof offer>> & { logo_id?: string } = {}) {
  const created = await publisher.api.marketplace.createOffer({ ...offer(), ...more })
  if (!created.ok) throw new Error(JSON.stringify(created.errors))
  return created.value.data
}

const stateOf = async (id: string) => {
  const read = await publisher.api.marketplace.readOffer({ id })
  return read.ok ? read.value.data.attributes.state : read.code
}

test('an offer waits for the operator before anybody else sees it', async () => {
  const { id, attributes } = await create()
  expect(attributes).toMatchObject({ state: 'pending', domain_name: 'verified.example' })
  expect(await stranger.api.marketplace.readOffer({ id })).toMatchObject({ status: 404 })
  const queue = await operator.api.marketplace.listPendingOffers()
  expect(queue.ok && queue.value.data.map(it => it.id)).toContain(id)
  const approve = { id, decision: 'approve' as const, promotion_level: 1 }
  expect(await publisher.api.marketplace.decideOffer(approve)).toMatchObject({ status: 403 })
  expect(await operator.api.marketplace.decideOffer(approve)).toMatchObject({ ok: true })
  expect(await operator.api.marketplace.decideOffer(approve)).toMatchObject({
    code: 'state_not_allowed'
  })
  expect(await stranger.api.marketplace.readOffer({ id })).toMatchObject({
    value: { data: { attributes: { promotion_level: 1 } }, meta: { is_own: false } }
  })
})

test('an offer names its site once a campaign can select it', async () => {
  const { id } = await create()
  await operator.api.marketplace.decideOffer({ id, decision: 'approve', promotion_level: 0 })
  const forSale = async () => {
    const read = await stranger.api.marketplace.readOffer({ id })
    return read.ok ? read.value.meta.site.for_sale : read.code
  }
  const { userId } = publisher
  expect(await forSale()).toBeNull()
  await addUnit(app.context, { userId, siteId })
  expect(await forSale()).toBe(siteId)
})

test('a rejected offer tells its owner why, and is looked at again when it is edited', async () => {
  const { id } = await create()
  const reject = { id, decision: 'reject' as const }
  expect(await operator.api.marketplace.decideOffer(reject)).toMatchObject({ code: 'invalid' })
  await operator.api.marketplace.decideOffer({ ...reject, reason: 'Say who reads it' })
  expect(await publisher.api.marketplace.readOffer({ id })).toMatchObject({
    value: { meta: { rejected_reason: 'Say who reads it', site_id: siteId } }
  })
  await publisher.api.marketplace.updateOffer({ id, turnaround_days: 6 })
  expect(await stateOf(id)).toBe('pending')
})

test('its owner is notified of every decision, once, and by email as the account chooses', async () => {
  const { db } = app.context
  const userId = Number(publisher.userId)
  await db
    .updateTable('users')
    .set({ email: 'publisher@example.com' })
    .where('id', '=', userId)
    .execute()
  const { id } = await create({ name: 'A review' })
  const decide = operator.api.marketplace.decideOffer
  const updateOffer = publisher.api.marketplace.updateOffer
  await decide({ id, decision: 'reject', reason: 'Say who reads it' })
  await publisher.api.notifications.updateNotificationPreferences({
    kind: 'offer_approved',
    channel: 'mail',
    is_on: false
  })
  for (const words of ['Four thousand bakers read it.', 'Bakers and millers read it.']) {
    app.context.clock.advance(60_000)
    await updateOffer({ id, description: words })
    await decide({ id, decision: 'approve' })
    // The offer is already approved, so this rejection fails and notifies no one.
    await decide({ id, decision: 'reject', reason: 'No' })
  }
  const list = await publisher.api.notifications.listNotifications({ userId: publisher.userId })
  const notifications = list.ok ? list.value.data.map(it => it.attributes) : []
  expect(notifications.filter(it => it.title.includes('“A review”'))).toMatchObject([
    { kind: 'offer_approved', title: 'Your offer “A review” was approved' },
    { kind: 'offer_approved' },
    {
      kind: 'offer_rejected',
      title: 'Your offer “A review” was rejected',
      text: 'Say who reads it\n\nEdit it to have it reviewed again.',
      path: `/publication_offers/${id}`
    }
  ])
  const mails = await db
    .selectFrom('mails')
    .select('subject')
    .where('user_id', '=', userId)
    .execute()
  expect(mails).toEqual([{ subject: 'Your offer “A review” was rejected' }])
})

test('a new price goes live at once, new words wait again', async () => {
  const { id } = await create()
  await operator.api.marketplace.decideOffer({ id, decision: 'approve' })
  const { updateOffer, archiveOffer } = publisher.api.marketplace
  await updateOffer({ id, price_us_cents: 50_000, name: 'A reviewed article' })
  expect(await stateOf(id)).toBe('live')
  await updateOffer({ id, description: 'Quite another thing than before.' })
  expect(await stateOf(id)).toBe('pending')
  expect(await archiveOffer({ id })).toMatchObject({ ok: true })
  expect(await updateOffer({ id, price_us_cents: 1 })).toMatchObject({
    code: 'state_not_allowed'
  })
})

test('other people’s offers are not there to change', async () => {
  const { id } = await create()
  const { updateOffer, archiveOffer } = stranger.api.marketplace
  expect(await updateOffer({ id, price_us_cents: 1 })).toMatchObject({ status: 404 })
  expect(await archiveOffer({ id })).toMatchObject({ status: 404 })
  expect(await stateOf(id)).toBe('pending')
})

test('only a verified site of one’s own can be offered', async () => {
  const unverified = await addSite('unverified')
  const given = { ...offer(), site_id: unverified }
  expect(await publisher.api.marketplace.createOffer(given)).toMatchObject({
    code: 'site_not_verified',
    errors: [{ source: { pointer: '/data/attributes/site_id' } }]
  })
  expect(await stranger.api.marketplace.createOffer(offer())).toMatchObject({
    code: 'site_not_verified'
  })
})

test('a logo is encoded again as a square and served by its content', async () => {
  const picture = await sharp({
    create: { width: 900, height: 300, channels: 3, background: '#f80' }
  })
    .png()
    .withMetadata({ exif: { IFD0: { Copyright: 'secret' } } })
    .toBuffer()
  const form = new FormData()
  form.append('data[image]', new File([new Uint8Array(picture)], 'logo.png'))
  const uploaded = await publisher.api.marketplace.uploadOfferLogo({ form })
  if (!uploaded.ok) throw new Error(uploaded.code)
  const { id: logo_id, attributes } = uploaded.value.data
  const { id } = await create({ logo_id })
  expect(await publisher.api.marketplace.readOffer({ id })).toMatchObject({
    value: { data: { attributes: { logo: attributes.source } } }
  })
  expect(await stranger.api.marketplace.createOffer({ ...offer(), logo_id })).toMatchObject({
    ok: false
  })
  const served = await app.open().transport(attributes.source, { method: 'GET' })
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect(bytes.includes('secret')).toBe(false)
  expect(served.headers.get('content-security-policy')).toBe(
    "default-src 'none'; sandbox; frame-ancestors 'none'"
  )
  const missing = await app.open().transport(`/media/logos/${'0'.repeat(64)}`, { method: 'GET' })
  expect(missing.status).toBe(404)
})

test('what is not an image is not accepted as a logo', async () => {
  for (const content of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '']) {
    const form = new FormData()
    form.append('data[image]', new File([content], 'logo.png'))
    expect(await publisher.api.marketplace.uploadOfferLogo({ form })).toMatchObject({
      code: 'banner_not_image'
    })
  }
})

test('a logo of very many pixels is refused from its header', async () => {
  const create = { width: 4_000, height: 4_000, channels: 3, background: '#f80' } as const
  const picture = await sharp({ create }).png().toBuffer()
  const form = new FormData()
  form.append('data[image]', new File([new Uint8Array(picture)], 'logo.png'))
  expect(await publisher.api.marketplace.uploadOfferLogo({ form })).toMatchObject({
    code: 'banner_too_large',
    errors: [{ detail: 'The picture is 4000 × 4000, which is more than 6 megapixels.' }]
  })
})

test('a change that names nothing leaves the offer as it is', async () => {
  const owner = await app.signIn()
  const id = await addOffer(app.context, owner, { name: 'As it is' })
  expect(await owner.api.marketplace.updateOffer({ id })).toMatchObject({
    ok: true,
    value: { data: { attributes: { name: 'As it is' } } }
  })
})
