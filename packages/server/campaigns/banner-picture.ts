import { createHash } from 'node:crypto'
import { bannerFileBytes } from '@mille/api/constants.ts'
import type { ErrorCode } from '@mille/api/errors.ts'
import { type BannerSize, bannerSizes, dimensions } from '@mille/api/reference-data/banner-sizes.ts'
import { type Result, success } from '@mille/api/result.ts'
import { encodeAvif, encodePicture, maxPixels, readShape } from '../pictures/picture.ts'

export type Picture = {
  bytes: Buffer
  contentType: 'image/webp'
  /** The picture in AVIF for browsers that support it; null for an animation, or if AVIF would save too little. */
  avif: Buffer | null
  /** SHA-256 of the bytes in hexadecimal. */
  hash: string
  size: BannerSize
  /** Size of the file in pixels: the banner size, or twice as large. */
  width: number
  height: number
}
export type PictureFailure = { code: Extract<ErrorCode, `banner_${string}`>; detail: string }

const qualities = [88, 75, 60, 40]

/**
 * Checks an uploaded picture by its content and re-encodes it as WebP, including all frames of an animation. A still
 * picture is also encoded as AVIF, from the upload and only once, so that no visitor's request waits for it. Nothing
 * else of the upload is stored: no metadata and no hidden bytes.
 */
export async function readPicture(upload: Uint8Array): Promise<Result<Picture, PictureFailure>> {
  if (upload.byteLength > bannerFileBytes) {
    return refuse(
      'banner_too_large',
      `The file is ${kilobytes(upload.byteLength)} kB. The maximum is ${kilobytes(bannerFileBytes)} kB.`
    )
  }
  const found = await readShape(upload)
  if (!found)
    return refuse('banner_not_image', 'The file is not a PNG, JPEG, GIF, WebP, or AVIF picture.')
  const { width, height, frames } = found
  const size = sizeOf(width, height)
  if (!size) {
    return refuse(
      'banner_size_unknown',
      `The picture is ${width} × ${height}. The nearest banner sizes are ${nearestSizes(width, height)}; twice a size works too.`
    )
  }
  if (width * height * frames > maxPixels) {
    return refuse(
      'banner_too_large',
      `The animation has ${frames} frames. The maximum at ${width} × ${height} is ${Math.floor(maxPixels / (width * height))}.`
    )
  }
  for (const quality of qualities) {
    const bytes = await encodePicture(upload, true, picture =>
      picture.webp({ quality, smartSubsample: true })
    )
    if (!bytes)
      return refuse('banner_not_image', 'The picture is damaged and cannot be read completely.')
    if (bytes.byteLength > bannerFileBytes) continue
    const hash = createHash('sha256').update(bytes).digest('hex')
    const avif = frames > 1 ? null : await encodeAvif(upload, bytes)
    return success({ bytes, contentType: 'image/webp', avif, hash, size, width, height })
  }
  return refuse(
    'banner_too_large',
    `The picture is larger than ${kilobytes(bannerFileBytes)} kB even after compression.`
  )
}

/**
 * Returns the banner size of a picture. An exact size takes precedence over a double one: 250x250 is not a
 * high-resolution 125x125.
 */
function sizeOf(width: number, height: number): BannerSize | undefined {
  const find = (scale: number) =>
    bannerSizes.find(name => {
      const size = dimensions(name)
      return size.width * scale === width && size.height * scale === height
    })
  return find(1) ?? find(2)
}

/** Lists the three sizes that differ by the fewest pixels from the picture, as they are or twice as large. */
function nearestSizes(width: number, height: number): string {
  const difference = (name: BannerSize) => {
    const size = dimensions(name)
    const from = (scale: number) =>
      Math.abs(size.width * scale - width) + Math.abs(size.height * scale - height)
    return Math.min(from(1), from(2))
  }
  const [first, second, third] = bannerSizes.toSorted((a, b) => difference(a) - difference(b))
  return `${first}, ${second}, and ${third}`
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1000)
}

export function refuse(
  code: PictureFailure['code'],
  detail: string
): { ok: false } & PictureFailure {
  return { ok: false, code, detail }
}
