import { createHmac, timingSafeEqual } from 'node:crypto'
import { type PreviewState, previewStates } from '@mille/api/ad-units/preview-states.ts'
import { deriveKey } from '../../config/derive-key.ts'

/** What a preview shows: a creative of a campaign, or a state of the ad unit. */
export type Previewed = { campaign: number; creative: number } | { state: PreviewState }

/** A preview of an ad unit. It expires at a full second, in milliseconds since 1970. */
export type Preview = { unit: number; what: Previewed; expiresAtMs: number }

export type ReadPreview = { ok: true; value: Preview } | { ok: false; reason: 'forged' | 'expired' }

const form =
  /^([1-9]\d{0,9})\.(?:([1-9]\d{0,9})-([1-9]\d{0,9})|([a-z_]{1,20}))\.(\d{10})\.[\w-]{22}$/

/**
 * Creates the token of a preview, such as `12.34-56.1764393144.` or `12.empty.1764393144.` and a signature of 128 bits.
 * The unit comes first and can be read, so that other units on the page need not ask the server. The key is not that of
 * the tokens of decisions, so a preview can never be reported as a view.
 */
export function createPreviewToken(secret: Buffer, { unit, what, expiresAtMs }: Preview): string {
  const shown = 'state' in what ? what.state : `${what.campaign}-${what.creative}`
  const signed = `${unit}.${shown}.${expiresAtMs / 1000}`
  return `${signed}.${sign(secret, signed)}`
}

export function readPreviewToken(secret: Buffer, token: string, nowMs: number): ReadPreview {
  const match = form.exec(token)
  if (!match) return { ok: false, reason: 'forged' }
  const end = token.lastIndexOf('.')
  const right = Buffer.from(sign(secret, token.slice(0, end)))
  if (!timingSafeEqual(right, Buffer.from(token.slice(end + 1))))
    return { ok: false, reason: 'forged' }
  const [, unit, campaign, creative, named, seconds] = match
  const expiresAtMs = Number(seconds) * 1000
  if (nowMs >= expiresAtMs) return { ok: false, reason: 'expired' }
  const state = previewStates.find(it => it === named)
  const what = state ? { state } : { campaign: Number(campaign), creative: Number(creative) }
  return { ok: true, value: { unit: Number(unit), what, expiresAtMs } }
}

function sign(secret: Buffer, text: string): string {
  const hmac = createHmac('sha256', deriveKey(secret, 'mille preview')).update(text).digest()
  return hmac.subarray(0, 16).toString('base64url')
}
