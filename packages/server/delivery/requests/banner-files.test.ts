import { randomBytes } from 'node:crypto'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCampaign } from '../testing/network.ts'
import { createBannerFiles } from './banner-files.ts'

let context: TestContext

beforeAll(async () => {
  context = await createTestContext()
})

afterAll(() => context.close())

test('a decision carries a small, still picture once it is in memory, in its smaller form', async () => {
  const still = await webp(300, 250)
  const avif = Buffer.alloc(10_000, 1)
  expect(await carried(still, null)).toEqual(still)
  const noise = { width: 300, height: 250, channels: 3 } as const
  const large = await sharp(randomBytes(300 * 250 * 3), { raw: noise })
    .webp()
    .toBuffer()
  expect(await carried(large, avif)).toEqual(avif)
  expect(await carried(large, null)).toBeNull()
  expect(await carried(large, Buffer.alloc(10_001, 1))).toBeNull()
})

test('a decision has no banner that moves or is not an image', async () => {
  const frames = await Promise.all(['red', 'green'].map(color => webp(300, 250, color)))
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect(await carried(moving, null)).toBeNull()
  expect(await carried(Buffer.alloc(64), null)).toBeNull()
})

test('a decision says the pixels of a picture that is sharper than its banner', async () => {
  const id = await store(await webp(600, 500))
  const files = createBannerFiles(context.db)
  await files.read(id)
  expect(files.inline(id)).toMatchObject({ width: 600, height: 500 })
})

test('pictures that were not asked for longest make way for others', async () => {
  const [first, second] = [await store(await webp(300, 250)), await store(await webp(300, 250))]
  const files = createBannerFiles(context.db, 700)
  await files.read(first)
  await files.read(second)
  expect([files.inline(first), files.inline(second)]).toEqual([null, expect.any(Object)])
})

async function carried(bytes: Buffer, avif: Buffer | null): Promise<Buffer | null> {
  const id = await store(bytes, avif)
  const files = createBannerFiles(context.db)
  expect(files.inline(id)).toBeNull()
  await files.read(id)
  const inline = files.inline(id)
  return inline === null ? null : Buffer.from(inline.base64, 'base64')
}

async function store(bytes: Buffer, avif: Buffer | null = null): Promise<number> {
  const { banners } = await addCampaign(context.db, { bannerSizes: ['300x250'] })
  const id = Number(banners[0])
  await context.db
    .updateTable('banners')
    .set({ content_type: 'image/webp', bytes, avif })
    .where('id', '=', id)
    .execute()
  return id
}

function webp(width: number, height: number, background = 'navy'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .webp()
    .toBuffer()
}
