import { viewableMs } from '@mille/api/constants.ts'
import { type SeenEvent, type SeenKind, seenKinds } from '@mille/api/delivery/protocol.ts'
import type { Context as Call } from 'hono'
import { readBody } from '../../http/body.ts'
import { isInside } from '../../http/client-address.ts'
import type { Report } from '../appending/write-reports.ts'
import type { Inventory } from '../choosing/inventory.ts'
import { dayAfter, dayOf, dayOfMs } from '../days.ts'
import type { PartitionOf } from '../log/partition.ts'
import type { Decided, ReadToken } from '../visitors/token.ts'
import { type NameKey, type NamesOf, nameKey, type Visitors } from '../visitors/visitor.ts'
import type { CountedEvent, RejectedReason } from '../what-counts.ts'
import { readBrowser } from './browser.ts'
import { type PlacementRules, whyMisplaced } from './placement.ts'

/** Bytes. Ours have a fiftieth of it. */
export const longestReport = 4096

/** Who reports, and the host of the page it happened on; null when the browser does not say. */
export type Sender = {
  address: string
  userAgent: string
  host: string | null
  /** Whether the request says how it was made (Fetch Metadata), as every browser of these years does over HTTPS. */
  saysHow: boolean
  /** The browser's name as Chromium states it beside the user agent (`Sec-CH-UA`); null where it does not. */
  brands: string | null
}

type Parts = {
  inventory: () => Inventory | null
  visitors: Pick<Visitors, 'namesOf'>
  partitionOf: PartitionOf
  isDataCentre: (address: string) => boolean
  placement: PlacementRules
  /** In production: whoever tries a network out drives browsers by programs. */
  rejectsAutomation: boolean
  /** Where the network is reached over HTTPS: elsewhere browsers do not say how they ask. */
  isSecure: boolean
}

/** What a report says beside its kind. */
export type Said = { isVisible: boolean; pixels: number | undefined; webdriver: boolean }
const nothing: Said = { isVisible: true, pixels: undefined, webdriver: false }

export type ReadEvent = (
  kind: SeenKind | 'clicked',
  token: ReadToken,
  sender: Sender,
  moment: Date,
  said?: Said
) => Report

/** What to append when a visitor reports a view or a click: all that can be known without the log. */
export function createEventReader(parts: Parts): ReadEvent {
  const { visitors } = parts

  function whyRejected(
    kind: SeenKind | 'clicked',
    decided: Decided,
    sender: Sender,
    said: Said,
    names: NamesOf,
    atMs: number
  ): RejectedReason | null {
    if (readBrowser(sender.userAgent).isDeclaredBot) return 'bot'
    if (parts.isDataCentre(sender.address)) return 'data_centre'
    if (!isSameVisitor(decided, names)) return 'foreign'
    const inventory = parts.inventory()
    const unit = inventory?.units.get(decided.unit)
    // The draw never chooses it; if it ever did, nobody pays.
    if (unit && inventory?.campaign(decided.campaign)?.owner === unit.owner) return 'own'
    // A click comes from wherever the frame around the ad says, if it says anything.
    const misplaced =
      unit && kind !== 'clicked' ? whyMisplaced(unit, sender.host, parts.placement) : null
    if (misplaced) return misplaced
    const isEarly = atMs - decided.issuedAtMs < viewableMs
    if (kind === 'viewable' && isEarly) return 'too_early'
    const isAutomated =
      said.webdriver || (parts.isSecure && claimsFalsely(sender) && kind !== 'clicked')
    return parts.rejectsAutomation && isAutomated ? 'automated' : null
  }

  function read(
    kind: SeenKind | 'clicked',
    token: ReadToken,
    sender: Sender,
    said: Said,
    moment: Date
  ): CountedEvent {
    if (!token.ok) {
      const { reason } = token
      return { kind: 'rejected', reason, decided: reason === 'expired' ? token.value : null }
    }
    const decided = token.value
    const known = visitors.namesOf(sender.address, sender.userAgent)
    const reason = whyRejected(kind, decided, sender, said, known, moment.getTime())
    if (reason) return { kind: 'rejected', reason, decided }
    if (kind !== 'viewable') return { kind, decided }
    const today = dayOf(moment)
    const names = known.at(moment)
    const block = isInside(sender.address) ? null : known.blockOn(today)
    return {
      kind,
      decided,
      names,
      called: calledOn(today, known),
      block,
      isCovered: !said.isVisible,
      isShrunken: isShrunken(said.pixels, parts.inventory()?.units.get(decided.unit)?.size),
      isContradictory: namesTwoBrowsers(sender)
    }
  }

  return (kind, token, sender, moment, said = nothing) => {
    const event = read(kind, token, sender, said, moment)
    // What is rejected is added up, and has no partition of its own.
    const partition =
      event.kind === 'rejected' ? 0 : parts.partitionOf(sender.address, sender.userAgent)
    return { event, partition, receivedAtMs: moment.getTime() }
  }
}

/** What the visitor is called on a day and, as far as it is known, on the next. */
function calledOn(day: string, names: NamesOf): NameKey[] {
  const found = [names.on(day), names.on(dayAfter(day, 1))]
  return found.flatMap(it => (it === null ? [] : [nameKey(it)]))
}

/** Null for whatever is not a seen event. */
export function parseSeenEvent(
  text: string
): (Said & Pick<SeenEvent, 'token' | 'kind'> & { wantsReceipt: boolean }) | null {
  const body = parseText(text)
  if (typeof body !== 'object' || body === null || !('token' in body) || !('kind' in body))
    return null
  const kind = seenKinds.find(it => it === body.kind)
  if (!kind || typeof body.token !== 'string') return null
  const { isVisible, pixels, webdriver, receipt } = body as Record<string, unknown>
  return {
    token: body.token,
    kind,
    isVisible: isVisible !== false,
    pixels: typeof pixels === 'number' ? pixels : undefined,
    webdriver: webdriver === true,
    wantsReceipt: receipt === true || typeof receipt === 'string'
  }
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

/** It names a browser of the last years, and leaves out what that browser always says. */
function claimsFalsely({ userAgent, saysHow }: Sender): boolean {
  const { version } = readBrowser(userAgent)
  return version !== undefined && Number(version) >= firstToSay && !saysHow
}

/**
 * Only Chromium states its brands, and the version in them is that of the user agent. Whoever changes the user agent of a
 * Chromium by a program often forgets them; that of a person who does so by an extension says the same of one browser.
 */
function namesTwoBrowsers({ userAgent, brands }: Sender): boolean {
  const stated = brands === null ? undefined : /"Chromium";v="(\d{1,4})"/.exec(brands)?.[1]
  if (stated === undefined) return false
  return readBrowser(userAgent).chromium !== stated
}

/** Chrome says it from 76 on, Firefox from 90; some of the first did not always. */
const firstToSay = 100

/**
 * Drawn in so small a part of the unit's size that the page must have made it so. The narrowest column that an ad has leaves
 * an eighth of the widest one, and the edge of a phone's screen a fifth; an adaptive unit has no size.
 */
function isShrunken(pixels: number | undefined, size = 'Adaptive'): boolean {
  return pixels !== undefined && pixels * 10 < areaOf(size)
}

/** Of the sizes that there are. */
const areas = new Map<string, number>()

function areaOf(size: string): number {
  let area = areas.get(size)
  if (area === undefined) {
    const [width = 0, height = 0] = size.split('x').map(Number)
    area = width * height
    areas.set(size, area)
  }
  return area
}

function isSameVisitor(decided: Decided, names: NamesOf): boolean {
  return names.on(dayOfMs(decided.issuedAtMs))?.equals(decided.visitor) ?? false
}
