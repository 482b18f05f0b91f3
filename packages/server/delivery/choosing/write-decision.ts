import type { AdColors } from '@mille/api/delivery/protocol.ts'
import type { Answered } from './decide.ts'

/** JSON of what stays the same from one decision of a unit to the next. */
const written = new WeakMap<AdColors, string>()

/**
 * A decision as JSON.stringify writes it, in a third of the time: an advertiser's words are written once, and the rest
 * are our own words, numbers and addresses, which have nothing to escape.
 */
export function writeDecision({ decision, shown }: Pick<Answered, 'decision' | 'shown'>): string {
  if (!decision.filled || !shown) return JSON.stringify(decision)
  const { unit, size, position, stickySide, colors, token, clickUrl, aboutUrl } = decision
  const invitation = decision.invitationUrl === null ? 'null' : `"${decision.invitationUrl}"`
  return `{"filled":true,"unit":"${unit}","size":"${size}","position":"${position}","stickySide":"${stickySide}","colors":${write(colors)},"creative":${shown.json},"token":"${token}","clickUrl":"${clickUrl}","aboutUrl":"${aboutUrl}","invitationUrl":${invitation}}`
}

function write(colors: AdColors): string {
  let text = written.get(colors)
  if (text === undefined) {
    text = JSON.stringify(colors)
    written.set(colors, text)
  }
  return text
}
