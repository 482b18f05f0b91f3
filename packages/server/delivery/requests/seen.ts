import { viewableMs } from '@mille/api/constants.ts'
import { type SeenEvent, type SeenKind, seenKinds } from '@mille/api/delivery/protocol.ts'
import type { Context as Call } from 'hono'
import { isInside } from '../../http/callers/client-address.ts'
import { readBody } from '../../http/requests/body.ts'
import type { UnpaidRecords } from '../appending/unpaid-records.ts'
import type { Report } from '../appending/write-reports.ts'
import type { Inventory } from '../choosing/inventory.ts'
import { dayAfter, dayOf, dayOfMs } from '../days.ts'
import { type PartitionOf, partitionIn } from '../event-log/partition.ts'
import { type From, unknownFrom } from '../event-log/write-records.ts'
import type { Decided, ReadToken } from '../visitors/token.ts'
import {
  hasSameBrowser,
  type NameKey,
  type NamesOf,
  nameKey,
  type Visitors
} from '../visitors/visitor.ts'
import type { CountedEvent, RejectedReason } from '../what-counts.ts'
import { readBrowser } from './browser.ts'
import type { CountryOf } from './countries.ts'
import { type DeviceHints, withHints } from './device.ts'
import { type PlacementRules, whyMisplaced } from './placement.ts'

/** Bytes. Ours have a fiftieth of it. */
export const longestReport = 4096

/** Who reports, and the host of the page it happened on; null when the browser does not say. */
export type Sender = DeviceHints & {
  address: string
  userAgent: string
  host: string | null
  /** Whether the request says how it was made (Fetch Metadata), as every browser of these years does over HTTPS. */
  saysHow: boolean
  /** A POST without an `Origin`, which each browser sends with one, if only `null`. */
  lacksOrigin: boolean
  /** The browser's name as Chromium states it beside the user agent (`Sec-CH-UA`); null where it does not. */
  brands: string | null
  /** X-Forwarded-For as it came. */
  forwardedFor: string | null
}

type Parts = {
  inventory: () => Inventory | null
  visitors: Pick<Visitors, 'namesOf'>
  partitionOf: PartitionOf
  partitions: number
  unpaid: Pick<UnpaidRecords, 'neighborhoodOf' | 'take'>
  isDataCentre: (address: string) => boolean
  countryOf: CountryOf
  placement: PlacementRules
  /**
   * In production. A person who tries out a network in development uses automated browsers, and opens pages that are
   * files.
   */
  rejectsAutomation: boolean
  /** Where the network is reached over HTTPS: elsewhere browsers do not say how they ask. */
  isSecure: boolean
}

/** By which names the sender is the visitor of the token, and whether the address is another one by now. */
type Known = { names: NamesOf; isMoved: boolean }

/** What a report says beside its kind. */
export type Said = {
  isVisible: boolean | undefined
  pixels: number | undefined
  webdriver: boolean
}
const nothing: Said = { isVisible: undefined, pixels: undefined, webdriver: false }

export type ReadEvent = (
  kind: SeenKind | 'clicked',
  token: ReadToken,
  sender: Sender,
  moment: Date,
  said?: Said
) => Report

/** What to append when a visitor reports a view or a click: all that can be known without the log. */
export function createEventReader(parts: Parts): ReadEvent {
  function whyRejected(
    kind: SeenKind | 'clicked',
    decided: Decided,
    sender: Sender,
    said: Said,
    known: Known | null,
    atMs: number
  ): RejectedReason | null {
    if (readBrowser(sender.userAgent).isDeclaredBot) return 'bot'
    if (parts.isDataCentre(sender.address)) return 'data_centre'
    if (!known) return 'foreign'
    const inventory = parts.inventory()
    const unit = inventory?.units.get(decided.unit)
    // The draw never chooses it; if it ever did, it would not be paid for.
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
    known: Known | null,
    said: Said,
    moment: Date
  ): CountedEvent {
    if (!token.ok) {
      const { reason } = token
      return { kind: 'rejected', reason, decided: reason === 'expired' ? token.value : null }
    }
    const decided = token.value
    const reason = whyRejected(kind, decided, sender, said, known, moment.getTime())
    if (reason || !known) return { kind: 'rejected', reason: reason ?? 'foreign', decided }
    if (kind !== 'viewable') return { kind, decided }
    const today = dayOf(moment)
    const unit = parts.inventory()?.units.get(decided.unit)
    const block = isInside(sender.address) ? null : known.names.blockOn(today)
    return {
      kind,
      decided,
      ...(known.isMoved ? namesOfToken(decided) : namesAt(moment, known.names)),
      block,
      isCovered: said.isVisible === false,
      isShrunken: isShrunken(said.pixels, unit?.size),
      isContradictory: namesTwoBrowsers(sender),
      isMoved: known.isMoved,
      isUnplaced: parts.rejectsAutomation && sender.host === null && !!unit?.site,
      isSilent: parts.rejectsAutomation && isSilent(said, sender)
    }
  }

  return (kind, token, sender, moment, said = nothing) => {
    const known = token.ok ? namesIn(parts, token.value, sender) : null
    const event = read(kind, token, sender, known, said, moment)
    return toReport(parts, event, sender, known, moment)
  }
}

/** Counts the report among those of its neighborhood, and says where it goes. */
function toReport(
  parts: Parts,
  event: CountedEvent,
  sender: Sender,
  known: Known | null,
  moment: Date
): Report {
  const receivedAtMs = moment.getTime()
  const neighborhood = parts.unpaid.neighborhoodOf(sender.address)
  const isExcess = !parts.unpaid.take(neighborhood, event.kind === 'viewable', receivedAtMs)
  const taken = isExcess ? rejectExcess(event) : event
  // What is rejected is added up, and has no partition of its own.
  const partition =
    taken.kind === 'rejected' ? 0 : partitionFor(parts, taken.decided, sender, known)
  return {
    event: taken,
    from: taken.kind === 'rejected' ? unknownFrom : fromWhere(parts, sender),
    ...{ partition, neighborhood, receivedAtMs, isExcess }
  }
}

function fromWhere({ countryOf }: Parts, sender: Sender): From {
  return {
    country: countryOf(sender.address),
    device: withHints(readBrowser(sender.userAgent).device, sender)
  }
}

function rejectExcess(event: CountedEvent): CountedEvent {
  if (event.kind === 'rejected') return event
  return { kind: 'rejected', reason: 'rate', decided: event.decided }
}

/**
 * The sender's names, of which the token has one; null for a token that another browser got. A browser that has another
 * address by now, as a phone that left a Wi-Fi has, is known by the name that the token has.
 */
function namesIn(
  { visitors, partitions }: Parts,
  decided: Decided,
  { address, userAgent }: Sender
): Known | null {
  const names = visitors.namesOf(address, userAgent)
  if (isSameVisitor(decided, names)) return { names, isMoved: false }
  const isMoved =
    hasSameBrowser(decided.visitor, names.on(dayOfMs(decided.issuedAtMs))) &&
    partitionIn(decided.decision) < partitions
  return isMoved ? { names, isMoved } : null
}

/** Where the decision is known, wherever its visitor is by now: in another partition it could be paid for again. */
function partitionFor(
  { partitionOf }: Parts,
  { decision }: Decided,
  { address, userAgent }: Sender,
  known: Known | null
): number {
  return known?.isMoved ? partitionIn(decision) : partitionOf(address, userAgent)
}

function namesAt(moment: Date, names: NamesOf) {
  return { names: names.at(moment), called: calledOn(dayOf(moment), names) }
}

/**
 * A visitor whose address has changed since has only the name in the token: a charge is looked up and kept under it, so
 * that reports from many addresses are paid for no more often than the visitors whom the ads were chosen for.
 */
function namesOfToken({ visitor, issuedAtMs }: Decided) {
  const day = dayOfMs(issuedAtMs)
  return { names: [{ day, visitor, isKept: true }], called: [nameKey(visitor)] }
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
    isVisible: typeof isVisible === 'boolean' ? isVisible : undefined,
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

/** It leaves out what each browser says with a POST, or names one of the last years without what that says. */
function claimsFalsely({ userAgent, saysHow, lacksOrigin }: Sender): boolean {
  if (lacksOrigin) return true
  const { version } = readBrowser(userAgent)
  return version !== undefined && Number(version) >= firstToSay && !saysHow
}

/**
 * Only Chromium states its brands, and the version in them is that of the user agent. Programs that change the user
 * agent of a Chromium often forget them. A person who does so by an extension changes both.
 */
function namesTwoBrowsers({ userAgent, brands }: Sender): boolean {
  const stated = brands === null ? undefined : /"Chromium";v="(\d{1,4})"/.exec(brands)?.[1]
  if (stated === undefined) return false
  return readBrowser(userAgent).chromium !== stated
}

/** It leaves out what the ad's script says of each view: its area, and in Chromium whether something is over it. */
function isSilent({ isVisible, pixels }: Said, { userAgent }: Sender): boolean {
  if (pixels === undefined) return true
  return isVisible === undefined && Number(readBrowser(userAgent).chromium) >= firstToSay
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
