import { createHash } from 'node:crypto'
import {
  bannerFileBytes,
  illustrationSize,
  logoSize,
  type PictureKind
} from '@mille/api/constants.ts'
import { type Result, success } from '@mille/api/result.ts'
import type { Sharp } from 'sharp'
import { encodeAvif, encodePicture, maxSmallPixels, readShape } from '../pictures/picture.ts'
import { type PictureFailure, refuse } from './banner-picture.ts'

export type CreativePictureKind = Exclude<PictureKind, 'banner'>

export type CreativePicture = {
  bytes: Buffer
  contentType: 'image/webp'
  /** The same picture as AVIF, for browsers that support it; null if AVIF would save too little. */
  avif: Buffer | null
  hash: string
  size: CreativePictureKind
  width: number
  height: number
}

/** A logo is shown whole on a transparent background; an illustration fills its area and is cropped. */
const shapes = {
  logo: { ...logoSize, min: { width: 64, height: 64 }, fit: 'contain' },
  illustration: { ...illustrationSize, min: { width: 300, height: 157 }, fit: 'cover' }
} as const

/** Reads the picture of a text ad: checks its content, takes the first frame and crops it to its size. */
export async function readCreativePicture(
  upload: Uint8Array,
  kind: CreativePictureKind
): Promise<Result<CreativePicture, PictureFailure>> {
  if (upload.byteLength > bannerFileBytes)
    return refuse('banner_too_large', 'The file is larger than 700 kB.')
  const found = await readShape(upload)
  if (!found)
    return refuse('banner_not_image', 'The file is not a PNG, JPEG, GIF, WebP, or AVIF picture.')
  const { width, height, fit, min } = shapes[kind]
  if (found.width < min.width || found.height < min.height) {
    return refuse(
      'banner_size_unknown',
      `The picture is ${found.width} × ${found.height}. It must have at least ${min.width} × ${min.height} pixels.`
    )
  }
  if (found.width * found.height > maxSmallPixels) {
    return refuse(
      'banner_too_large',
      `The picture is ${found.width} × ${found.height}, which is more than ${maxSmallPixels / 1e6} megapixels.`
    )
  }
  const cut = (picture: Sharp) =>
    picture.resize({ width, height, fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
  const bytes = await encodePicture(upload, false, picture =>
    cut(picture).webp({ quality: 85, smartSubsample: true })
  )
  if (!bytes) return refuse('banner_not_image', 'The picture is damaged or has too many pixels.')
  const avif = await encodeAvif(upload, bytes, cut)
  const hash = createHash('sha256').update(bytes).digest('hex')
  return success({ bytes, contentType: 'image/webp', avif, hash, size: kind, width, height })
}
