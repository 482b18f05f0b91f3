import type { Result } from '@mille/api/result.ts'
import { success } from '@mille/api/result.ts'
import sharp, { type Sharp } from 'sharp'

// Only these loaders may run, whatever a file claims to be: SVG, PDF and other formats are never parsed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer'
  ]
})

/** Maximum number of pixels, over all frames of an animation; decoded, each takes four bytes. */
export const maxPixels = 25_000_000
/**
 * Maximum number of pixels of a picture that is shown small: decoding 25 megapixels takes a third of a second of CPU
 * time.
 */
export const maxSmallPixels = 6_000_000

export type Shape = { width: number; height: number; frames: number; format: string }

/** Reads a picture's size and frames from its header alone, so that a problem can be reported without decoding it. */
export async function readShape(upload: Uint8Array): Promise<Shape | null> {
  try {
    const found = await sharp(upload, { animated: true, limitInputPixels: false }).metadata()
    if (found.format === 'heif' && found.compression !== 'av1') return null
    const { width, height } = found.autoOrient
    return {
      width,
      height: found.pageHeight ?? height,
      frames: found.pages ?? 1,
      format: found.format
    }
  } catch {
    return null
  }
}

/**
 * Whether a PNG file is animated, which its reader ignores: it has a chunk `acTL` before the first one with pixels (PNG,
 * third edition).
 */
export function isAnimatedPng(upload: Uint8Array): boolean {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength)
  if (bytes.subarray(1, 4).toString('latin1') !== 'PNG') return false
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const kind = bytes.subarray(at + 4, at + 8).toString('latin1')
    if (kind === 'acTL') return true
    if (kind === 'IDAT') return false
  }
  return false
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes a picture within the limits and encodes the result of `draw`; null when the picture is damaged. Only one
 * picture at a time: a file of 800 bytes can be 100 MB of pixels, and forty at once would use all the memory of a small
 * server.
 */
export function encodePicture(
  upload: Uint8Array,
  isAnimated: boolean,
  draw: (picture: Sharp) => Sharp
): Promise<Buffer | null> {
  const mine = last.then(() => encode(upload, isAnimated, draw))
  last = mine
  return mine
}

/** Encodes a picture; never throws, so that the next picture in the queue is still processed. */
async function encode(
  upload: Uint8Array,
  isAnimated: boolean,
  draw: (picture: Sharp) => Sharp
): Promise<Buffer | null> {
  try {
    const picture = sharp(upload, {
      animated: isAnimated,
      limitInputPixels: maxPixels,
      failOn: 'error'
    })
    return await draw(picture.autoOrient().timeout({ seconds: 20 })).toBuffer()
  } catch {
    return null
  }
}

/**
 * Maximum size of an AVIF relative to the original: less than a tenth saved is not worth a second copy in every cache.
 */
const maxShareOfAvif = 0.9

/**
 * Encodes the picture, or the first frame of an animation, as AVIF; null when that is not clearly smaller than
 * `original`. It keeps a color for each pixel, where WebP keeps one for four, so that thin colored letters stay sharp.
 *
 * With this effort it takes about as long as WebP. Two steps more save a tenth, but take eight seconds of CPU time for
 * a banner of noise.
 */
export async function encodeAvif(
  upload: Uint8Array,
  original: Uint8Array,
  draw: (picture: Sharp) => Sharp = picture => picture
): Promise<Buffer | null> {
  const bytes = await encodePicture(upload, false, picture =>
    draw(picture).avif({ quality: 65, chromaSubsampling: '4:4:4', effort: 2 })
  )
  return bytes && bytes.byteLength <= original.byteLength * maxShareOfAvif ? bytes : null
}

type StillFailure = { code: 'banner_not_image' | 'banner_too_large'; detail: string }

/** Encodes a still picture of any size as WebP, drawn into a box; of an animation, the first frame. */
export async function encodeStill(
  upload: Uint8Array,
  box: { side: number; isSquare: boolean },
  max = maxPixels
): Promise<Result<Buffer, StillFailure>> {
  const shape = await readShape(upload)
  if (!shape) {
    const detail = 'The file is not a PNG, JPEG, GIF, WebP, or AVIF picture.'
    return { ok: false, code: 'banner_not_image', detail }
  }
  const { width, height } = shape
  if (width * height > max) {
    const detail = `The picture is ${width} × ${height}, which is more than ${max / 1e6} megapixels.`
    return { ok: false, code: 'banner_too_large', detail }
  }
  const bytes = await encodePicture(upload, false, picture =>
    picture
      .resize(box.side, box.side, {
        fit: box.isSquare ? 'contain' : 'inside',
        background: { r: 0, g: 0, b: 0, alpha: 0 },
        withoutEnlargement: !box.isSquare
      })
      .webp({ quality: 85 })
  )
  if (bytes) return success(bytes)
  const detail = 'The picture is damaged and cannot be read completely.'
  return { ok: false, code: 'banner_not_image', detail }
}
