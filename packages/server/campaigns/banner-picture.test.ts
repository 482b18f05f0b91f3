import { crc32 } from 'node:zlib'
import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPicture } from './banner-picture.ts'

function draw(width: number, height: number, background = '#f7931a') {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** Draws a gradient crossed by thin lines of another color, similar to small letters. */
function drawFine(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isLine = (x * 3 + y * 5) % 17 < 2
    pixels.set(isLine ? [0, 60, 250] : [240, Math.round((x / width) * 200), y % 256], at * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

async function animate(colors: string[], delay = colors.map(() => 100)): Promise<Buffer> {
  const frames = await Promise.all(colors.map(color => draw(320, 50, color).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .gif({ delay, loop: 2 })
    .toBuffer()
}

async function read(upload: Buffer) {
  const picture = await readPicture(upload)
  if (!picture.ok) throw new Error(picture.detail)
  return picture.value
}

/** Returns the mean squared difference of two pictures' values. */
async function difference(one: Buffer, two: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, two].map(it => sharp(it).removeAlpha().raw().toBuffer()))
  if (!a || !b || a.length !== b.length) throw new Error('they differ in size')
  return a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0) / a.length
}

test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
  'takes a %s and encodes it again',
  async format => {
    const upload = await draw(300, 250).toFormat(format).toBuffer()
    const picture = await readPicture(upload)
    if (!picture.ok) throw new Error(picture.detail)
    expect(picture.value).toMatchObject({
      size: '300x250',
      width: 300,
      height: 250,
      contentType: 'image/webp'
    })
    expect(picture.value.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await sharp(picture.value.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 300,
      height: 250
    })
  }
)

test.each(bannerSizes)('takes %s, and twice that', async size => {
  const [width = 0, height = 0] = size.split('x').map(Number)
  const plain = await readPicture(await draw(width, height).png().toBuffer())
  expect(plain).toMatchObject({ ok: true, value: { size, width, height } })
  const sharper = await readPicture(
    await draw(width * 2, height * 2)
      .png()
      .toBuffer()
  )
  // 250 × 250 is itself a banner size, which takes precedence over twice 125 × 125.
  const expected = size === '125x125' ? '250x250' : size
  const value = { size: expected, width: width * 2, height: height * 2 }
  expect(sharper).toMatchObject({ ok: true, value })
})

test('keeps the frames of an animation and how long each is shown', async () => {
  const picture = await read(await animate(['red', 'green', 'blue'], [100, 200, 300]))
  expect(picture).toMatchObject({ size: '320x50', width: 320, height: 50 })
  expect(await sharp(picture.bytes, { animated: true }).metadata()).toMatchObject({
    pages: 3,
    delay: [100, 200, 300],
    loop: 2
  })
})

test('keeps a smaller AVIF beside it, of the same size and without metadata', async () => {
  const exif = { IFD0: { Copyright: 'secret-place' } }
  const upload = await drawFine(300, 250).png().withExif(exif).toBuffer()
  expect(upload.includes('secret-place')).toBe(true)
  const { bytes, avif } = await read(upload)
  expect(avif?.byteLength).toBeLessThanOrEqual(bytes.byteLength * 0.9)
  expect(await sharp(avif ?? bytes).metadata()).toMatchObject({
    compression: 'av1',
    width: 300,
    height: 250
  })
  expect(avif?.includes('secret-place')).toBe(false)
})

test('the AVIF is nearer to thin colored lines than the WebP', async () => {
  const upload = await drawFine(300, 250).png().toBuffer()
  const { bytes, avif } = await read(upload)
  if (!avif) throw new Error('there is none')
  expect(await difference(upload, avif)).toBeLessThan(await difference(upload, bytes))
})

test.each([
  ['a plain color, where AVIF saves nothing', () => draw(300, 250).png().toBuffer()],
  ['an animation', () => animate(['red', 'green'])]
])('keeps no AVIF beside %s', async (_name, build) => {
  expect(await read(await build())).toMatchObject({ contentType: 'image/webp', avif: null })
})

test('drops metadata and whatever hides after the picture', async () => {
  const exif = { IFD0: { Copyright: 'secret-place' } }
  const upload = Buffer.concat([
    await draw(300, 250).jpeg().withExif(exif).toBuffer(),
    Buffer.from('<script>secret-place</script>')
  ])
  expect(upload.includes('secret-place')).toBe(true)
  const picture = await readPicture(upload)
  if (!picture.ok) throw new Error(picture.detail)
  expect(picture.value.bytes.includes('secret-place')).toBe(false)
  expect((await sharp(picture.value.bytes).metadata()).exif).toBeUndefined()
})

test('measures a photograph as it is seen, turned by its own mark', async () => {
  const upload = await draw(250, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await readPicture(upload)).toMatchObject({
    ok: true,
    value: { size: '300x250', width: 300, height: 250 }
  })
})

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"><rect width="300" height="250"/></svg>'
test.each([
  ['an SVG', Buffer.from(svg)],
  ['an SVG with a declaration', Buffer.from(`<?xml version="1.0"?>${svg}`)],
  ['a page', Buffer.from('<!doctype html><title>no</title>')],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
  ['the beginning of a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['nothing', Buffer.alloc(0)]
])('%s is not a picture', async (_name, upload) => {
  expect(await readPicture(upload)).toMatchObject({ ok: false, code: 'banner_not_image' })
})

test('a TIFF is not one of the formats', async () => {
  expect(await readPicture(await draw(300, 250).tiff().toBuffer())).toMatchObject({
    ok: false,
    code: 'banner_not_image'
  })
})

test('a picture that breaks off is refused', async () => {
  const whole = await draw(300, 250).jpeg().toBuffer()
  expect(await readPicture(whole.subarray(0, whole.length / 2))).toMatchObject({
    ok: false,
    code: 'banner_not_image'
  })
})

test.each([
  [301, 250, '300x250, 125x125, and 250x250'],
  [250, 300, '125x125, 250x250, and 300x250'],
  [602, 498, '300x250, 250x250, and 336x280'],
  [301, 77, '320x100, 320x50, and 120x60'],
  [1, 1, '120x60, 125x125, and 320x50']
])(
  '%d × %d is none of the sizes, and the answer names the nearest',
  async (width, height, nearest) => {
    const refused = await readPicture(await draw(width, height).png().toBuffer())
    expect(refused).toMatchObject({ ok: false, code: 'banner_size_unknown' })
    expect(!refused.ok && refused.detail).toContain(`${width} × ${height}`)
    expect(!refused.ok && refused.detail).toContain(`The nearest banner sizes are ${nearest};`)
  }
)

test('a picture that is huge in memory is refused by its header, before anything is decoded', async () => {
  const upload = await draw(300, 250).png().toBuffer()
  // The header chunk has the width at byte 16, the height at byte 20, and its checksum at byte 29.
  upload.writeUInt32BE(16_000, 16)
  upload.writeUInt32BE(12_000, 20)
  upload.writeUInt32BE(crc32(upload.subarray(12, 29)), 29)
  const refused = await readPicture(upload)
  expect(refused).toMatchObject({ ok: false, code: 'banner_size_unknown' })
  expect(!refused.ok && refused.detail).toContain('16000 × 12000')
})

test('an animation that is huge in memory is refused', async () => {
  const frames = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      draw(1940, 500, `hsl(${index * 12}, 90%, 50%)`)
        .png()
        .toBuffer()
    )
  )
  const upload = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect(upload.byteLength).toBeLessThan(700_000)
  const refused = await readPicture(upload)
  expect(refused).toMatchObject({ ok: false, code: 'banner_too_large' })
  expect(!refused.ok && refused.detail).toContain('30 frames')
})

test('a file over the limit is refused with its size', async () => {
  const refused = await readPicture(Buffer.alloc(700_001))
  expect(refused).toMatchObject({ ok: false, code: 'banner_too_large' })
  expect(!refused.ok && refused.detail).toBe('The file is 701 kB. The maximum is 700 kB.')
})

test('a noisy picture is made to fit', async () => {
  const noise = sharp({
    create: {
      width: 600,
      height: 500,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 }
    }
  })
  const picture = await readPicture(await noise.jpeg({ quality: 95 }).toBuffer())
  expect(picture.ok && picture.value.bytes.byteLength).toBeLessThanOrEqual(700_000)
})
