import { createHash } from 'node:crypto'
import { createCampaign } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryRoutes } from '../delivery/index.ts'

let app: TestApp
let owner: SignedInBrowser
let stranger: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp({}, context => deliveryRoutes(context).app)
  owner = await app.signIn()
  stranger = await app.signIn()
})
afterAll(() => app.close())

async function form(
  name = 'bitcoin.png',
  known: string[] = [],
  size: [number, number] = [300, 250]
) {
  const [width, height] = size
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#f7931a' } })
    .png()
    .toBuffer()
  return formOf(new File([new Uint8Array(bytes)], name, { type: 'image/png' }), known)
}

function formOf(file: File | string, known: string[] = []) {
  const data = new FormData()
  data.append('data[image]', file)
  for (const id of known) data.append('data[advert_attributes][banner_ids][]', id)
  return data
}

async function upload(browser = owner, ...args: Parameters<typeof form>) {
  const result = await browser.api.banners.uploadBanner({ form: await form(...args) })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.value.data
}

test('an uploaded banner has its size and an address that its bytes are found by', async () => {
  const banner = await upload(owner, 'C:\\pictures\\bit\u202ecoin.png', [(await upload()).id])
  expect(banner.attributes).toMatchObject({
    file_name: 'bitcoin.png',
    width: 300,
    height: 250,
    size: '300x250'
  })
  const [, id = '', hash = ''] =
    /^\/media\/banners\/(\d+)\/([0-9a-f]{64})$/.exec(banner.attributes.source) ?? []
  expect(id).toBe(banner.id)
  const stored = await app.context.db
    .selectFrom('banners')
    .select(['hash', 'content_type', 'bytes'])
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ hash, content_type: 'image/webp' })
  expect(createHash('sha256').update(stored.bytes).digest('hex')).toBe(hash)
})

/** `Accept` headers that browsers send when they request a picture. */
const acceptOf = {
  chrome: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
  safari: 'image/webp,image/avif,image/jxl,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
  old: 'image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5'
}

async function fetchPicture(source: string, accept?: string, known?: string) {
  const headers = { ...(accept && { accept }), ...(known && { 'if-none-match': known }) }
  const answer = await app.open().transport(source, { method: 'GET', headers })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    vary: answer.headers.get('vary'),
    etag: answer.headers.get('etag') ?? '',
    caching: answer.headers.get('cache-control'),
    bytes: Buffer.from(await answer.arrayBuffer())
  }
}

/** Uploads a picture with enough detail that AVIF saves space. */
async function uploadPhoto() {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const bytes = await sharp({
    create: { width: 300, height: 250, channels: 3, background: 'grey', noise }
  })
    .blur(2)
    .png()
    .toBuffer()
  const image = new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' })
  const result = await owner.api.banners.uploadBanner({ form: formOf(image) })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return { source: result.value.data.attributes.source, upload: bytes }
}

test('a browser that reads AVIF gets it, and every other one the WebP', async () => {
  const { source, upload } = await uploadPhoto()
  const stored = await app.context.db
    .selectFrom('banners')
    .select(['bytes', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const cached = { status: 200, vary: 'Accept', caching: 'public, max-age=31536000, immutable' }
  for (const accept of [acceptOf.chrome, acceptOf.safari, 'IMAGE/AVIF; q=0.5']) {
    const avif = await fetchPicture(source, accept)
    expect(avif).toMatchObject({ ...cached, type: 'image/avif', etag: `"${stored.hash}-avif"` })
    expect(avif.bytes.length).toBeLessThanOrEqual(stored.bytes.length * 0.9)
    expect(avif.bytes.length).toBeLessThan(upload.length)
    const decoded = await sharp(avif.bytes).metadata()
    expect(decoded).toMatchObject({ compression: 'av1', width: 300, height: 250 })
  }
  const others = [undefined, acceptOf.old, 'image/png', '*/*', 'image/avif;q=0, */*', 'image/avifs']
  for (const accept of others) {
    const webp = await fetchPicture(source, accept)
    expect(webp).toMatchObject({ ...cached, type: 'image/webp', etag: `"${stored.hash}"` })
    expect(webp.bytes.equals(stored.bytes)).toBe(true)
  }
})

test('a form that a cache has is not sent again, the other one is', async () => {
  const { source } = await uploadPhoto()
  const { etag } = await fetchPicture(source, acceptOf.chrome)
  const again = await fetchPicture(source, acceptOf.chrome, etag)
  expect(again).toMatchObject({ status: 304, vary: 'Accept', etag })
  expect(again.bytes).toHaveLength(0)
  expect(await fetchPicture(source, acceptOf.old, etag)).toMatchObject({
    status: 200,
    type: 'image/webp'
  })
})

test('a banner from before there was AVIF is the same for every browser', async () => {
  const { source } = await uploadPhoto()
  await app.context.db.updateTable('banners').set({ avif: null }).execute()
  const one = await fetchPicture(source, acceptOf.chrome)
  expect(one).toMatchObject({ status: 200, type: 'image/webp', vary: null })
  expect(one.bytes.equals((await fetchPicture(source)).bytes)).toBe(true)
})

test.each([
  ['banner_not_image', () => formOf(new File(['<svg/>'], 'a.png', { type: 'image/png' }))],
  ['banner_not_image', () => formOf('text')],
  ['banner_not_image', () => new FormData()],
  ['banner_too_large', () => formOf(new File([new Uint8Array(700_001)], 'a.png'))],
  ['banner_size_unknown', () => form('a.png', [], [299, 250])]
] as const)('answers %s with the reason', async (code, build) => {
  const refused = await owner.api.banners.uploadBanner({ form: await build() })
  expect(refused).toMatchObject({
    ok: false,
    status: 422,
    code,
    errors: [{ source: { pointer: '/data/attributes/image' } }]
  })
  expect(!refused.ok && refused.errors[0]?.detail.length).toBeGreaterThan(20)
})

test('the banners it is uploaded beside must be the account’s own', async () => {
  const { id } = await upload()
  for (const known of [id, '2000000001', '9999999999', 'x']) {
    expect(
      await stranger.api.banners.uploadBanner({ form: await form('a.png', [known]) })
    ).toMatchObject({ ok: false, status: 422, code: 'banner_unknown' })
  }
})

test('a body over a megabyte is not even read', async () => {
  const huge = formOf(new File([new Uint8Array(1_000_001)], 'a.png'))
  expect(await owner.api.banners.uploadBanner({ form: huge })).toMatchObject({
    ok: false,
    status: 413,
    code: 'body_too_large'
  })
})

test('is deleted by its owner under both addresses, while no campaign uses it', async () => {
  const { id } = await upload()
  expect(await stranger.api.banners.deleteBanner({ id })).toMatchObject({
    ok: false,
    status: 404,
    code: 'not_found'
  })
  expect((await owner.api.banners.deleteBanner({ id })).status).toBe(204)
  expect(await owner.api.banners.deleteBanner({ id })).toMatchObject({
    ok: false,
    code: 'not_found'
  })
  expect((await owner.api.banners.deleteBannerShort({ id: (await upload()).id })).status).toBe(204)
})

test('belongs to a campaign with its creative', async () => {
  const one = await upload()
  const two = await upload(owner, 'wide.png', [], [728, 90])
  const document = await createCampaign(owner.api, {
    banner_ids: [two.id, one.id, one.id],
    banners_only: true
  })
  expect(document.included.filter(it => it.type === 'banners')).toEqual([one, two])
  const creative = document.included.find(it => it.type === 'creatives')
  expect(creative?.relationships.banners.data.map(it => it.id)).toEqual([one.id, two.id])

  expect(await owner.api.banners.deleteBanner({ id: one.id })).toMatchObject({
    ok: false,
    status: 422,
    code: 'banner_in_use'
  })
  const edited = await owner.api.campaigns.updateCampaign({
    id: document.data.id,
    banner_ids: [two.id]
  })
  expect(edited.ok && edited.value.included.filter(it => it.type === 'banners')).toEqual([two])
})

test('cannot be taken into another account’s campaign', async () => {
  const { id } = await upload()
  const taken = await stranger.api.campaigns.createCampaign({
    link_text: 'a',
    creative_link: 'https://a.example',
    creative_text: 'b',
    daily_budget: '1',
    banner_ids: [id]
  })
  expect(taken).toMatchObject({
    ok: false,
    code: 'banner_unknown',
    errors: [{ source: { pointer: '/data/attributes/banner_ids' } }]
  })
})

test('uploads are limited by the hour', async () => {
  const browser = await app.signIn()
  const answers = await Promise.all(
    Array.from({ length: 121 }, () => browser.api.banners.uploadBanner({ form: new FormData() }))
  )
  expect(answers.filter(it => it.status === 429)).toHaveLength(1)
})
