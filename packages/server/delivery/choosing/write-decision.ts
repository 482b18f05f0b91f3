import type { Answered } from './decide.ts'

/** A picture that goes with a decision: its own pixels, which may be twice the banner's, and its bytes. */
export type InlinePicture = { width: number; height: number; base64: string }

/**
 * A decision as JSON.stringify writes it, in a third of the time: what is the same from one decision to the next is
 * written once, and the rest are our own addresses, which have nothing to escape. `picture` is the banner's.
 */
export function writeDecision(
  { decision, shown }: Answered,
  picture: InlinePicture | null = null
): string {
  if (!shown) return JSON.stringify(decision)
  const { token, clickUrl, aboutUrl, detail, extras } = decision
  const { place, css } = shown.written
  const creative = withPicture(shown.written.creative, picture)
  const set = (css === null ? '' : `,"css":${css}`) + (extras ? ',"extras":true' : '')
  const { size, creative: creativeId, campaign } = detail
  const told = `{"size":"${size}","creative":"${creativeId}","campaign":"${campaign}"}`
  return `{"filled":true,${place},"creative":${creative}${set},"token":"${token}","clickUrl":"${clickUrl}","aboutUrl":"${aboutUrl}","detail":${told}}`
}

/** The size of a banner is the last thing that is written of it. */
function withPicture(creative: string, picture: InlinePicture | null): string {
  if (picture === null) return creative
  const { width, height, base64 } = picture
  return creative.replace(
    /"width":\d+,"height":\d+}$/,
    `"width":${width},"height":${height},"picture":"${base64}"}`
  )
}
