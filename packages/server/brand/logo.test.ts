import { resolve } from 'node:path'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { serveManifest } from './manifest.ts'

let app: TestApp
let admin: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const brand = { name: 'Acme Ads', accent: null, support_address: null }
const noParts = { delivery: null, pages: null, embedFolder: null, assetsFolder: null }

const drawn = (width: number, height: number, background = '#0b57d0') =>
  sharp({ create: { width, height, channels: 4, background } })

async function upload(content: Uint8Array | string, browser: SignedInBrowser = admin) {
  const form = new FormData()
  const part = typeof content === 'string' ? content : new Uint8Array(content)
  form.append('data[image]', new File([part], 'logo.png', { type: 'image/png' }))
  return browser.api.brand.uploadBrandLogo({ form })
}

/** Uploads a logo and makes it that of the network. Returns its ID. */
async function choose(width: number, height: number, color?: string): Promise<string> {
  const uploaded = await upload(await drawn(width, height, color).png().toBuffer())
  if (!uploaded.ok) throw new Error(uploaded.code)
  const { id: logo_id } = uploaded.value.data
  expect(await admin.api.brand.changeBrand({ ...brand, logo_id })).toMatchObject({ ok: true })
  return logo_id
}

async function logoOf() {
  const read = await app.open().api.brand.readBrand()
  if (!read.ok) throw new Error(read.code)
  return read.value.data.attributes.logo
}

const get = (path: string) => app.open().transport(path, { method: 'GET' })
const pictureAt = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())

test('a logo is encoded again, without its metadata, and served to everyone for a year', async () => {
  const picture = drawn(1_000, 400).withExif({ IFD0: { Copyright: 'secret' } })
  const uploaded = await upload(await picture.png().toBuffer())
  if (!uploaded.ok) throw new Error(uploaded.code)
  const { id: logo_id, attributes } = uploaded.value.data
  expect(attributes).toEqual({
    source: `/media/brand/${logo_id}/logo.webp`,
    width: 400,
    height: 160
  })
  expect(await logoOf()).toBeNull()
  await admin.api.brand.changeBrand({ ...brand, logo_id })
  expect(await logoOf()).toEqual({
    ...{ ...attributes, id: logo_id },
    icon: `/media/brand/${logo_id}/icon-64.png`
  })
  const served = await get(attributes.source)
  expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(served.headers.get('content-security-policy')).toContain("default-src 'none'; sandbox")
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 400, height: 160 })
  expect(bytes.includes('secret')).toBe(false)
  const others = [`${'0'.repeat(64)}/logo.webp`, `${logo_id}/other.png`, `${logo_id}/%00`]
  for (const missing of [...others, 'x/logo.webp']) {
    const answer = await get(`/media/brand/${missing}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
  }
})

test('the same picture again is the same logo, and a small one is not enlarged', async () => {
  const webp = await drawn(64, 16).webp().toBuffer()
  const [first, second] = [await upload(webp), await upload(webp)]
  expect(first).toEqual(second)
  expect(first).toMatchObject({ value: { data: { attributes: { width: 64, height: 16 } } } })
})

const animatedWebp = async (): Promise<Buffer> => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map(color => drawn(64, 64, color).png().toBuffer())
  )
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer()
}

/** Returns a PNG with an animation's chunk `acTL` after its header. */
const animatedPng = async (): Promise<Buffer> => {
  const still = await drawn(64, 64).png().toBuffer()
  const chunk = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex')
  return Buffer.concat([still.subarray(0, 33), chunk, still.subarray(33)])
}

/** Files that are refused, with the code and a part of the reason. */
const refusedFiles: readonly [
  name: string,
  make: () => string | Promise<Buffer>,
  code: string,
  detail: string
][] = [
  ['an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 'banner_not_image', 'not a PNG'],
  ['a JPEG', () => drawn(64, 64).jpeg().toBuffer(), 'banner_not_image', 'not a PNG or WebP'],
  ['a GIF', () => drawn(64, 64).gif().toBuffer(), 'banner_not_image', 'not a PNG or WebP'],
  ['an empty file', () => '', 'banner_not_image', 'does not contain a file'],
  [
    'a damaged PNG',
    async () => (await drawn(900, 900).png().toBuffer()).subarray(0, 900),
    'banner_not_image',
    'damaged'
  ],
  ['a large file', () => 'x'.repeat(256_001), 'banner_too_large', 'The maximum is 256 kB.'],
  [
    'a picture of very many pixels',
    () => drawn(4_000, 4_000).webp().toBuffer(),
    'banner_too_large',
    '4000 × 4000, which is more than 6 megapixels'
  ],
  ['an animated WebP', animatedWebp, 'logo_animated', 'animated'],
  ['an animated PNG', animatedPng, 'logo_animated', 'animated'],
  ['a high picture', () => drawn(99, 100).png().toBuffer(), 'logo_shape', '99 × 100'],
  ['a wide picture', () => drawn(401, 100).png().toBuffer(), 'logo_shape', 'up to 4 times as wide']
]

test.each(refusedFiles)('refuses %s', async (_, make, code, detail) => {
  const before = await logoOf()
  expect(await upload(await make())).toMatchObject({
    ...{ ok: false, status: 422, code },
    errors: [
      { detail: expect.stringContaining(detail), source: { pointer: '/data/attributes/image' } }
    ]
  })
  expect(await logoOf()).toEqual(before)
})

test('all nodes show a logo and its removal at once, and a change that leaves it out keeps it', async () => {
  const id = await choose(300, 300, '#107c41')
  const other = createApp(app.context, { ...noParts, isReady: () => true })
  const read = async () => {
    const request = new Request(new URL('/api/v1/brand', app.context.config.publicUrl))
    const answer = await other.fetch(request, {
      incoming: { socket: { remoteAddress: '10.9.9.9' } }
    })
    return (await answer.json()).data.attributes.logo
  }
  expect(await read()).toMatchObject({ id, width: 160, height: 160 })
  await admin.api.brand.changeBrand({ ...brand, name: 'Acme' })
  expect(await read()).toMatchObject({ id })
  await admin.api.brand.changeBrand({ ...brand, logo_id: null })
  expect(await read()).toBeNull()
  // Emails and pages that people have already received still show it.
  expect((await get(`/media/brand/${id}/email.png`)).status).toBe(200)
  const list = await admin.api.brand.listBrandChanges()
  const source = `/media/brand/${id}/logo.webp`
  expect(list.ok && list.value.data.slice(0, 3).map(it => it.attributes.logo)).toEqual([
    ...[null, source, source]
  ])
  await other.stop()
})

test('a logo that does not exist is refused, and nothing is changed', async () => {
  const before = await app.open().api.brand.readBrand()
  const change = { ...brand, name: 'Other', logo_id: '0'.repeat(64) }
  expect(await admin.api.brand.changeBrand(change)).toMatchObject({
    ...{ status: 422, code: 'logo_unknown' },
    errors: [{ source: { pointer: '/data/attributes/logo_id' } }]
  })
  expect(await app.open().api.brand.readBrand()).toEqual(before)
})

test('only an operator may upload a logo, and each upload and each change is in the audit log', async () => {
  const picture = await drawn(64, 64, '#b45309').png().toBuffer()
  expect(await upload(picture, await app.signIn())).toMatchObject({ status: 403 })
  expect(await upload(picture, await app.signInAdmin('reviewer'))).toMatchObject({ status: 403 })
  const logo_id = await choose(64, 64, '#b45309')
  const log = await admin.api.admin.readAuditLog()
  if (!log.ok) throw new Error(log.code)
  expect(log.value.data.slice(0, 2).map(it => it.attributes)).toMatchObject([
    { user_id: admin.userId, act: 'PUT /api/v1/admin/brand', input: { logo_id }, status: 200 },
    { user_id: admin.userId, act: 'POST /api/v1/admin/brand_logos', status: 201 }
  ])
})

test('a change of the logo needs a recent proof of identity', async () => {
  const operator = await app.signInAdmin()
  await app.context.db
    .updateTable('sessions')
    .set({ stepped_up_at: null })
    .where('user_id', '=', Number(operator.userId))
    .execute()
  const change = { ...brand, logo_id: null }
  expect(await operator.api.brand.changeBrand(change)).toMatchObject({
    ok: false,
    code: 'step_up_required'
  })
})

test('the icons that browsers and phones request are those of the logo until it is removed', async () => {
  const id = await choose(400, 100, '#000000')
  const icons = [
    ['/favicon.ico', 64],
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512]
  ] as const
  for (const [path, side] of icons) {
    const { headers } = await get(path)
    expect([headers.get('content-type'), headers.get('cache-control')], path).toEqual([
      ...['image/png', 'no-cache']
    ])
    const { data, info } = await sharp(await pictureAt(path))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info, path).toMatchObject({ width: side, height: side })
    // The logo is whole, in the middle; only the icon of a phone has a background.
    const pixel = (x: number, y: number) => [...data.subarray((y * side + x) * 4).subarray(0, 4)]
    expect(pixel(side / 2, side / 2), path).toEqual([0, 0, 0, 255])
    expect(pixel(side / 2, 1)[3], path).toBe(path === '/apple-touch-icon.png' ? 255 : 0)
  }
  const manifest = async () => {
    const pages = new Hono()
    serveManifest(pages, app.context, resolve(import.meta.dirname, '../../../dashboard/public'))
    return (await (await pages.request('/manifest.webmanifest')).json()).icons
  }
  expect(await manifest()).toEqual(
    [192, 512].map(side => ({
      ...{ src: `/media/brand/${id}/icon-${side}.png`, type: 'image/png', purpose: 'any' },
      sizes: `${side}x${side}`
    }))
  )
  await admin.api.brand.changeBrand({ ...brand, logo_id: null })
  // Without a logo, the files of the build are served, which this app does not have.
  expect((await get('/favicon.ico')).status).toBe(404)
  expect((await manifest())[0].src).toBe('/icon-192.png')
})
