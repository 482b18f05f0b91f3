import { createActiveCampaign, createCampaign } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let owner: SignedInBrowser
let admin: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp({ campaignsWithoutCaptcha: 200 })
  admin = await app.signInAdmin()
})
beforeEach(async () => {
  owner = await app.signIn()
})
afterAll(() => app.close())

const content = {
  link_text: 'Second',
  creative_link: 'https://books.example/2',
  creative_text: 'Two.'
}

async function uploadBanner() {
  const create = { width: 300, height: 250, channels: 3 as const, background: 'orange' }
  const bytes = await sharp({ create }).png().toBuffer()
  const form = new FormData()
  form.append('data[image]', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
  const result = await owner.api.banners.uploadBanner({ form })
  if (!result.ok) throw new Error(result.code)
  return result.value.data.id
}

async function add(id: string, changes: object) {
  const result = await owner.api.campaigns.createVariant({ id, ...content, ...changes })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  const { data } = result.value
  return { variant: data.id, creative: data.relationships.creative.data?.id ?? '' }
}

/** Returns the variants of a campaign with what is compared here, and how it chooses among them. */
async function variantsOf(id: string) {
  const result = await owner.api.campaigns.listVariants({ id })
  if (!result.ok) throw new Error(result.code)
  const { data, included, meta } = result.value
  const variants = data.map(({ attributes: { name, weight, is_live }, relationships }) => {
    const own = included.find(it => it.id === relationships.creative.data?.id)
    if (own?.type !== 'creatives') throw new Error(`${name} has a creative`)
    const { link_text, creative_link, creative_text, state } = own.attributes
    const { banner_ids, rating, product_category } = own.attributes
    return {
      name,
      weight,
      is_live,
      link_text,
      creative_link,
      creative_text,
      state,
      banner_ids,
      rating,
      product_category
    }
  })
  return { choice: meta.variant_choice, variants }
}

const copyOf = (copy_variants_of: string | null, changes = {}, by = owner) =>
  by.api.campaigns.createCampaign({
    ...{ link_text: 'Copied', creative_link: 'https://books.example/', creative_text: 'One.' },
    ...{ daily_budget: '1200', copy_variants_of },
    ...changes
  })

test('a copied campaign has all variants, and each is reviewed', async () => {
  const { data } = await createActiveCampaign(app.context, owner, admin)
  const { id } = data
  const [first] = (await variantsOf(id)).variants
  expect(first?.is_live).toBe(true)
  const banner = await uploadBanner()
  const second = await add(id, {
    ...{ name: 'Short', weight: 7, banner_ids: [banner], banners_only: true },
    ...{ rating: 'gambling', product_category: 'games' }
  })
  await admin.api.admin.decideCreative({ id: second.creative, decision: 'approve' })
  // A version that is still in review is what the owner sees, so it is what is copied.
  await owner.api.campaigns.updateVariant({ id, variant_id: second.variant, creative_text: 'New.' })
  const third = await add(id, { name: 'Loud', link_text: 'Third' })
  await admin.api.admin.decideCreative({
    id: third.creative,
    decision: 'reject',
    reason: 'Too loud'
  })
  const gone = await add(id, { name: 'Gone' })
  await owner.api.campaigns.removeVariant({ id, variant_id: gone.variant })
  const list = await owner.api.campaigns.listVariants({ id })
  const variant_id = list.ok ? (list.value.data[0]?.id ?? '') : ''
  await owner.api.campaigns.updateVariant({ id, variant_id, name: 'Long', weight: 3 })
  await owner.api.campaigns.updateVariantChoice({ id, choice: 'best' })
  const before = await variantsOf(id)

  const copied = await copyOf(id)
  if (!copied.ok) throw new Error(JSON.stringify(copied.errors))
  const copy = copied.value.data
  expect(copy.attributes.state).toBe('pending')
  const pending = { is_live: false, state: 'pending' }
  expect(await variantsOf(copy.id)).toEqual({
    choice: 'best',
    variants: [
      {
        ...{
          ...pending,
          name: 'Long',
          weight: 3,
          link_text: 'Copied',
          banner_ids: [],
          ...{ rating: null, product_category: null }
        },
        ...{ creative_link: 'https://books.example/', creative_text: 'One.' }
      },
      {
        ...{ ...content, ...pending, name: 'Short', weight: 7, creative_text: 'New.' },
        ...{ banner_ids: [banner], rating: 'gambling', product_category: 'games' }
      },
      {
        ...{ ...content, ...pending, name: 'Loud', weight: 1, link_text: 'Third' },
        ...{ banner_ids: [], rating: null, product_category: null }
      }
    ]
  })
  expect(await variantsOf(id)).toEqual(before)
  const queue = await admin.api.admin.readReviewQueue({ 'page[limit]': 100 })
  const queued = queue.ok ? Object.values(queue.value.meta.variants) : []
  expect(queued).toEqual(expect.arrayContaining(['Long', 'Short', 'Loud']))
})

test('a campaign that copies nothing has one variant', async () => {
  const created = await copyOf(null)
  const { choice, variants } = await variantsOf(created.ok ? created.value.data.id : '')
  expect([choice, variants.map(it => [it.name, it.weight])]).toEqual(['weights', [['A', 1]]])
})

test('only a campaign of the account can be copied, and a refusal creates nothing', async () => {
  const { data } = await createCampaign(owner.api)
  const stranger = await app.signIn()
  for (const [id, by] of [
    [data.id, stranger],
    ['2000000001', owner]
  ] as const) {
    const refused = await copyOf(id, {}, by)
    expect(refused).toMatchObject({ ok: false, status: 422, code: 'campaign_unknown' })
    expect(refused.ok ? null : refused.errors[0]?.source).toEqual({
      pointer: '/data/attributes/copy_variants_of'
    })
  }
  const list = await stranger.api.campaigns.listCampaigns({})
  expect(list.ok && list.value.data).toEqual([])
})

test('a variant that can no longer be created is named, and the copy is refused', async () => {
  const { data } = await createCampaign(owner.api)
  const banner = await uploadBanner()
  await add(data.id, { name: 'Pictured', banner_ids: [banner] })
  const stranger = await app.signIn()
  await sql`update banners set user_id = ${stranger.userId} where id = ${banner}`.execute(
    app.context.db
  )
  const refused = await copyOf(data.id)
  expect(refused).toMatchObject({ ok: false, status: 422, code: 'banner_unknown' })
  const error = refused.ok ? null : refused.errors[0]
  expect(error?.detail).toContain('Variant “Pictured” cannot be copied')
  expect(error?.source).toEqual({ pointer: '/data/attributes/copy_variants_of' })
})

test('each copied variant counts against the limit of new campaigns', async () => {
  const { data } = await createCampaign(owner.api)
  for (let nth = 0; nth < 5; nth++) await add(data.id, {})
  // The campaign and its variants have counted 6 of 200 already, and each copy counts 6 more.
  for (let nth = 0; nth < 32; nth++) expect(await copyOf(data.id)).toMatchObject({ ok: true })
  expect(await copyOf(data.id)).toMatchObject({ ok: false, status: 429, code: 'too_many_requests' })
}, 60_000)
