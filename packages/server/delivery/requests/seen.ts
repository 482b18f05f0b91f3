import { viewableMs } from '@mille/api/constants.ts'
import { type SeenEvent, type SeenKind, seenKinds } from '@mille/api/delivery/protocol.ts'
import type { Context as Call } from 'hono'
import { isbot } from 'isbot'
import { readBody } from '../../http/body.ts'
import type { Inventory } from '../choosing/inventory.ts'
import type { CountedEvent, RejectedReason } from '../counting/rules.ts'
import { dayAfter, dayOf } from '../days.ts'
import type { Decided, ReadToken } from '../visitors/token.ts'
import type { Visitors } from '../visitors/visitor.ts'
import { type PlacementRules, whyMisplaced } from './placement.ts'

/** Bytes. Ours have a fiftieth of it. */
export const longestReport = 4096

/** Who reports, and the host of the page it happened on; null when the browser does not say. */
export type Sender = { address: string; userAgent: string; host: string | null }

type Parts = {
  now: () => Date
  inventory: () => Inventory | null
  visitors: Pick<Visitors, 'hash' | 'namesAt'>
  isDataCentre: (address: string) => boolean
  placement: PlacementRules
}

export type ReadEvent = (
  kind: SeenKind | 'clicked',
  token: ReadToken,
  sender: Sender
) => CountedEvent

/** What to count when a visitor reports a view or a click: all that can be known without the database. */
export function createEventReader(parts: Parts): ReadEvent {
  const { now, visitors } = parts

  function whyRejected(
    kind: SeenKind | 'clicked',
    decided: Decided,
    sender: Sender
  ): RejectedReason | null {
    if (isDeclaredBot(sender.userAgent)) return 'bot'
    if (parts.isDataCentre(sender.address)) return 'data_centre'
    if (!isSameVisitor(decided, sender, visitors)) return 'foreign'
    const inventory = parts.inventory()
    const unit = inventory?.units.get(decided.unit)
    // The draw never chooses it; if it ever did, nobody pays.
    if (unit && inventory?.campaign(decided.campaign)?.owner === unit.owner) return 'own'
    // A click comes from wherever the frame around the ad says, if it says anything.
    const misplaced =
      unit && kind !== 'clicked' ? whyMisplaced(unit, sender.host, parts.placement) : null
    if (misplaced) return misplaced
    const isEarly = now().getTime() - decided.issuedAtMs < viewableMs
    return kind === 'viewable' && isEarly ? 'too_early' : null
  }

  return (kind, token, sender) => {
    if (!token.ok) {
      const { reason } = token
      return { kind: 'rejected', reason, decided: reason === 'expired' ? token.value : null }
    }
    const decided = token.value
    const reason = whyRejected(kind, decided, sender)
    if (reason) return { kind: 'rejected', reason, decided }
    if (kind !== 'viewable') return { kind, decided }
    const { address, userAgent } = sender
    const moment = now()
    const today = dayOf(moment)
    const names = visitors.namesAt(moment, address, userAgent)
    const called = names.filter(it => it.day === today).map(it => it.visitor)
    const tomorrow = visitors.hash(dayAfter(today, 1), address, userAgent)
    if (tomorrow) called.push(tomorrow)
    return { kind, decided, names, called }
  }
}

/** Null for whatever is not a seen event. */
export function parseSeenEvent(text: string): SeenEvent | null {
  const body = parseText(text)
  if (typeof body !== 'object' || body === null || !('token' in body) || !('kind' in body))
    return null
  const kind = seenKinds.find(it => it === body.kind)
  return kind && typeof body.token === 'string' ? { token: body.token, kind } : null
}

/** The body of a report; what is longer than any of ours is cut off, and so no report. */
export async function readReportText(c: Call): Promise<string> {
  const body = await readBody(c.req.raw, longestReport)
  return body.ok ? new TextDecoder().decode(body.value) : ''
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Every browser names itself. */
function isDeclaredBot(userAgent: string): boolean {
  return userAgent === '' || isbot(userAgent)
}

function isSameVisitor(
  decided: Decided,
  sender: Sender,
  visitors: Pick<Visitors, 'hash'>
): boolean {
  const day = dayOf(new Date(decided.issuedAtMs))
  return visitors.hash(day, sender.address, sender.userAgent)?.equals(decided.visitor) ?? false
}
