import { createHash } from 'node:crypto'
import { brandLogoBytes, brandLogoMaxRatio } from '@mille/api/constants.ts'
import type { ErrorCode } from '@mille/api/errors.ts'
import { type Result, success } from '@mille/api/result.ts'
import type { Sharp } from 'sharp'
import { encodePicture, isAnimatedPng, maxSmallPixels, readShape } from '../pictures/picture.ts'

export type LogoFile = { name: string; contentType: string; bytes: Buffer }
export type EncodedLogo = { hash: string; width: number; height: number; files: LogoFile[] }
type Refusal = { code: ErrorCode; detail: string }

/** Maximum size of the logo in the header of pages, in pixels: five times the size at which it is shown. */
const box = { width: 640, height: 160 }
const clear = { r: 0, g: 0, b: 0, alpha: 0 }
const white = '#ffffff'

/** Returns a square icon with the whole logo. */
const square = (side: number) => (picture: Sharp) =>
  picture.resize(side, side, { fit: 'contain', background: clear }).png({ palette: true })

/**
 * Returns the icon for the home screen of an iPhone, which shows transparent pixels in black, and cuts the corners: the
 * logo is on white, with a margin.
 */
function touchIcon(picture: Sharp): Sharp {
  const margin = 18
  const side = 180 - 2 * margin
  return picture
    .flatten({ background: white })
    .resize(side, side, { fit: 'contain', background: white })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: white })
    .png({ palette: true })
}

/** What is made of a logo. Not all email programs show WebP, so the picture in emails is a PNG file. */
const drawings: readonly { name: string; draw: (picture: Sharp) => Sharp }[] = [
  {
    name: 'logo.webp',
    draw: picture =>
      picture
        .resize(box.width, box.height, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 90 })
  },
  {
    name: 'email.png',
    draw: picture =>
      picture.resize(384, 96, { fit: 'inside', withoutEnlargement: true }).png({ palette: true })
  },
  { name: 'icon-64.png', draw: square(64) },
  { name: 'icon-180.png', draw: touchIcon },
  { name: 'icon-192.png', draw: square(192) },
  { name: 'icon-512.png', draw: square(512) }
]

/**
 * Checks the network's logo by its content and encodes it for each use. The hash is that of all encoded files, so that
 * their addresses never change their content.
 */
export async function encodeLogo(file: File): Promise<Result<EncodedLogo, Refusal>> {
  if (file.size > brandLogoBytes)
    return refuse('banner_too_large', `The maximum is ${brandLogoBytes / 1000} kB.`)
  const upload = new Uint8Array(await file.arrayBuffer())
  const refused = await findProblem(upload)
  if (refused) return refused
  const files: LogoFile[] = []
  for (const { name, draw } of drawings) {
    const bytes = await encodePicture(upload, false, draw)
    if (!bytes)
      return refuse('banner_not_image', 'The picture is damaged and cannot be read completely.')
    files.push({ name, contentType: name.endsWith('webp') ? 'image/webp' : 'image/png', bytes })
  }
  const shape = await readShape(files[0]?.bytes ?? upload)
  if (!shape) throw new Error('The encoded logo cannot be read')
  const hash = createHash('sha256')
  for (const { bytes } of files) hash.update(bytes)
  const { width, height } = shape
  return success({ hash: hash.digest('hex'), width, height, files })
}

async function findProblem(upload: Uint8Array): Promise<({ ok: false } & Refusal) | null> {
  const shape = await readShape(upload)
  if (!shape || !['png', 'webp'].includes(shape.format))
    return refuse('banner_not_image', 'The file is not a PNG or WebP picture.')
  const { width, height, frames } = shape
  if (frames > 1 || isAnimatedPng(upload))
    return refuse('logo_animated', 'The picture is animated. Upload a still one.')
  if (width * height > maxSmallPixels) {
    const most = `more than ${maxSmallPixels / 1e6} megapixels`
    return refuse('banner_too_large', `The picture is ${width} × ${height}, which is ${most}.`)
  }
  if (width >= height && width <= brandLogoMaxRatio * height) return null
  const allowed = `a square or up to ${brandLogoMaxRatio} times as wide as it is high`
  return refuse('logo_shape', `The picture is ${width} × ${height}. It must be ${allowed}.`)
}

function refuse(code: ErrorCode, detail: string): { ok: false } & Refusal {
  return { ok: false, code, detail }
}
