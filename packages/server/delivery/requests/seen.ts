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

/** Maximum length of a report, in bytes. A report from Mille's own script has a fiftieth of it. */
export const longestReport = 4096

/** The sender of a request, and the host of the page it came from; null when the browser does not state it. */
export type Sender = DeviceHints & {
  address: string
  userAgent: string
  host: string | null
  /** Whether the request has Fetch Metadata headers, as those of all current browsers do over HTTPS. */
  saysHow: boolean
  /** Whether the request is a POST without `Origin`. Every browser sends one with a POST, even if it is `null`. */
  lacksOrigin: boolean
  /** The browser's name as Chromium states it in `Sec-CH-UA`; null when the header is missing. */
  brands: string | null
  /** The `X-Forwarded-For` header as it was received. */
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
   * Whether automated browsers are rejected, as in production. A person who tries out a network in development uses
   * automated browsers, and opens pages from files.
   */
  rejectsAutomation: boolean
  /** Whether the network is reached over HTTPS. Without HTTPS, browsers do not send Fetch Metadata. */
  isSecure: boolean
}

/**
 * The names by which the sender is the token's visitor, and whether the visitor's address has changed since the ad
 * decision.
 */
type Known = { names: NamesOf; isMoved: boolean }

/** What a report says in addition to its kind. */
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

/**
 * Creates a reader that decides what to append to the log when a visitor reports a view or a click: everything that can
 * be decided without reading the log.
 */
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
    // The ad server never chooses the owner's own campaign; if it ever did, the view would not be paid for.
    if (unit && inventory?.campaign(decided.campaign)?.owner === unit.owner) return 'own'
    // A click states the page of the frame around the ad, if it states any page, so its host is not checked.
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

/** Counts the report against the limit of its neighborhood, and determines its partition. */
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
  // Rejected reports are only summed, so they need no partition of their own.
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
 * Returns the sender's names if the token is theirs; null for a token that was issued to another browser. A browser
 * whose address has changed, such as a phone that left a Wi-Fi network, is known by the name in the token.
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

/**
 * Returns the partition that knows the decision, even if the visitor's address has changed: in another partition the
 * view could be paid for again.
 */
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
 * A visitor whose address has changed has only the name in the token. The paid view is recorded under that name, so
 * that reports from many addresses are paid for no more often than the visitors for whom the ads were chosen.
 */
function namesOfToken({ visitor, issuedAtMs }: Decided) {
  const day = dayOfMs(issuedAtMs)
  return { names: [{ day, visitor, isKept: true }], called: [nameKey(visitor)] }
}

/** Returns the visitor's names on a day and, if already known, on the next day. */
function calledOn(day: string, names: NamesOf): NameKey[] {
  const found = [names.on(day), names.on(dayAfter(day, 1))]
  return found.flatMap(it => (it === null ? [] : [nameKey(it)]))
}

/** Parses the event of a view; null when the text is not a valid event. */
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

/**
 * Reads the body of a report. A body that is longer than any valid report is treated as empty, which makes it invalid.
 */
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

/**
 * Whether the sender is not the browser that it claims to be: it omits a header that every browser sends with a POST,
 * or names a recent browser but omits the headers that this browser sends.
 */
function claimsFalsely({ userAgent, saysHow, lacksOrigin }: Sender): boolean {
  if (lacksOrigin) return true
  const { version } = readBrowser(userAgent)
  return version !== undefined && Number(version) >= firstToSay && !saysHow
}

/**
 * Whether the user agent and the brands name different versions. Only Chromium states brands, with the same version as
 * in the user agent. Programs that change Chromium's user agent often forget the brands. A person who changes the user
 * agent with an extension changes both.
 */
function namesTwoBrowsers({ userAgent, brands }: Sender): boolean {
  const stated = brands === null ? undefined : /"Chromium";v="(\d{1,4})"/.exec(brands)?.[1]
  if (stated === undefined) return false
  return readBrowser(userAgent).chromium !== stated
}

/**
 * Whether the report omits what the ad's script reports for each view: the ad's area and, in Chromium, whether
 * something covers it.
 */
function isSilent({ isVisible, pixels }: Said, { userAgent }: Sender): boolean {
  if (pixels === undefined) return true
  return isVisible === undefined && Number(readBrowser(userAgent).chromium) >= firstToSay
}

/**
 * First browser version that must send these values. Chrome sends Fetch Metadata from version 76 and Firefox from 90,
 * but some early versions did not always.
 */
const firstToSay = 100

/**
 * Whether the ad was drawn in such a small part of the unit's size that the page must have shrunk it. The narrowest
 * column that fits an ad leaves an eighth of the widest ad, and the edge of a phone's screen a fifth; an adaptive unit
 * has no size.
 */
function isShrunken(pixels: number | undefined, size = 'Adaptive'): boolean {
  return pixels !== undefined && pixels * 10 < areaOf(size)
}

/** Cached areas of the existing ad sizes, in pixels. */
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
