import { invitationAddress, invitationPrice } from '@mille/api/ad-units/invitation.ts'
import { aboutAdAddress } from '@mille/api/delivery/about-ad.ts'
import { adLanguage, adWords } from '@mille/api/delivery/ad-words.ts'
import {
  type AdCreative,
  type AdPlace,
  bannerStyle,
  type Empty,
  type EmptyReason,
  type Filled,
  type InsteadOfAd,
  needsExtras,
  type TextCreative
} from '@mille/api/delivery/protocol.ts'
import { type Typeset, typeset, wordsBox } from '@mille/api/delivery/typeset.ts'
import { domainOf } from '@mille/api/host-names.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import type { Config } from '../../config.ts'
import { dayOf } from '../days.ts'
import { type PartitionOf, withPartition } from '../event-log/partition.ts'
import type { Decided, Tokens } from '../visitors/token.ts'
import type { Visitors } from '../visitors/visitor.ts'
import type { Visitor } from './audience.ts'
import { chooseBanner } from './draw.ts'
import { fittingForm, showsInvitation, whyClosed } from './eligibility.ts'
import type { Frequency } from './frequency.ts'
import { drawHouseAd, type HouseAd } from './house-ads.ts'
import type { Banner, Creative, Drawn, Inventory, PlacedUnit, Unit } from './inventory.ts'
import type { LatelyDrawn } from './lately-drawn.ts'
import type { Randomness } from './randomness.ts'
import { type Place, type Room, roomIn } from './room.ts'

export type Asked = {
  /** The unit ID as written in the URL. */
  unit: string
  place: Place
  address: string
  userAgent: string
  /** The client hints of the request; null if it has none. */
  mobile: string | null
  platform: string | null
}

/** The parts of a decision that collapse the ad's place, which the element's second script does. */
const collapsed = { collapse: true, ...extrasOf({ collapse: true }) }

type Told = Filled & Required<Pick<Filled, 'detail'>>

export type Answered =
  | { decision: Told; shown: { decided: Decided; creative: Creative; written: Written } }
  | { decision: Empty; shown: null }

/** The parts of a decision, as JSON, that are the same for each decision with that unit and creative. */
export type Written = {
  /** The appearance of the ad unit, without the braces of the JSON object. */
  place: string
  creative: string
  /** Style of a text ad that fits its space; null for a banner. */
  css: string | null
}

/** A house ad, and the banner that is shown of it; null if its text is shown. */
type DrawnHouseAd = { ad: HouseAd; banner: Banner | null }

/** A part of a decision that is the same each time, and its JSON. */
type Described<What> = { what: What; json: string }

type Parts = {
  config: Pick<Config, 'publicUrl'>
  now: () => Date
  inventory: () => Inventory | null
  visitors: Pick<Visitors, 'hash'>
  tokens: Tokens
  partitionOf: PartitionOf
  random: Randomness
  frequency: Pick<Frequency, 'seenBy'>
  lately: LatelyDrawn
  visitorOf: (asked: Asked) => Visitor
}

/** Creates the function that chooses an ad. It only reads memory: no decision waits for the database. */
export function createDecider({
  config,
  now,
  inventory: current,
  visitors,
  tokens,
  partitionOf,
  random,
  frequency,
  lately,
  visitorOf
}: Parts): (asked: Asked) => Answered {
  const described = new WeakMap<Creative | Banner, Described<AdCreative>>()
  const setWords = createTypesetter()
  const places = new WeakMap<Unit, Described<AdPlace>>()

  return asked => {
    const inventory = current()
    if (!inventory) return emptyWithoutUnit(asked.unit, 'unavailable')
    const unit = findUnit(inventory, asked.unit)
    if (!unit) return emptyWithoutUnit(asked.unit, 'unit_unknown')
    const closed = whyClosed(unit)
    const room = roomIn(unit, asked.place)
    const words = wordsBox(unit, asked.place, room)
    if (closed) return empty(unit, closed, words)
    const moment = now()
    const visitor = visitors.hash(dayOf(moment), asked.address, asked.userAgent)
    if (!visitor) return empty(unit, 'unavailable', words)
    const occasion = {
      nowMs: moment.getTime(),
      visitor: visitorOf(asked),
      hasSeen: frequency.seenBy(visitor),
      lately: lately.of(visitor)
    }
    const drawn = inventory.draw(unit, room, random, occasion)
    if (!drawn) {
      return empty(unit, 'no_campaign', words, drawnHouseAd(unit, room, moment.getTime()))
    }
    lately.remember(visitor, drawn.campaign.id)
    return filled(unit, words, drawn, {
      decision: withPartition(random.bytes(16), partitionOf(asked.address, asked.userAgent)),
      unit: unit.id,
      campaign: drawn.campaign.id,
      creative: drawn.creative.id,
      banner: drawn.banner?.id ?? 0,
      issuedAtMs: moment.getTime(),
      visitor
    })
  }

  function filled(unit: Unit, room: Room, drawn: Drawn, decided: Decided): Answered {
    const token = tokens.sign(decided)
    const place = placeOf(unit)
    const creative = describe(drawn)
    const set = creative.what.kind === 'text' ? setWords(creative.what, room) : null
    const { unit: id, size, position, stickySide, colors, look, font, label } = place.what
    // The fields are copied one by one, because spreading the object took a tenth of the decision's time.
    const decision: Told = {
      filled: true,
      unit: id,
      size,
      position,
      stickySide,
      colors,
      look,
      font,
      label,
      creative: creative.what,
      css: set?.what,
      extras: needsExtras({ creative: creative.what, css: set?.what }) || undefined,
      token,
      clickUrl: `${config.publicUrl}/serve/click/${token}`,
      aboutUrl: aboutAdAddress(config.publicUrl, decided.creative, unit.id, decided.banner),
      detail: {
        size: (drawn.banner?.size as UnitSize | undefined) ?? unit.size,
        creative: String(decided.creative),
        campaign: String(decided.campaign)
      }
    }
    const written = { place: place.json, creative: creative.json, css: set?.json ?? null }
    return { decision, shown: { decided, creative: drawn.creative, written } }
  }

  /** Draws a house ad, and the banner of it that fits best, as for campaigns. Where none fits, its text is shown. */
  function drawnHouseAd(unit: Unit, room: Room, nowMs: number): DrawnHouseAd | null {
    const ad = drawHouseAd(unit.houseAds, nowMs, random)
    if (!ad) return null
    const { banners } = ad
    const form = fittingForm({ banners, isBannersOnly: false }, unit, room) ?? 'text'
    return { ad, banner: chooseBanner(form, random) }
  }

  /**
   * Returns a decision without an ad. It has no token, so nothing can be reported and a house ad never counts as a
   * view.
   */
  function empty(
    unit: Unit,
    reason: EmptyReason,
    room: Room,
    own: DrawnHouseAd | null = null
  ): Answered {
    const chosen = reason === 'no_campaign' && !own ? chosenFallback(unit) : null
    return {
      decision: {
        filled: false,
        ...placeOf(unit).what,
        ...reasonOf(reason),
        ...(chosen ?? insteadOfAd(unit, room, own))
      },
      shown: null
    }
  }

  /** Returns an ad unit's appearance, built and serialized once per version of the unit. */
  function placeOf(unit: Unit): Described<AdPlace> {
    let place = places.get(unit)
    if (!place) {
      const what = appearance(unit)
      place = { what, json: JSON.stringify(what).slice(1, -1) }
      places.set(unit, place)
    }
    return place
  }

  /** Returns the description of a banner or text ad, built and serialized once. Each belongs to a single creative. */
  function describe({ creative, banner }: Drawn): Described<AdCreative> {
    const shown = banner ?? creative
    let description = described.get(shown)
    if (!description) {
      const what = describeAnew(creative, banner)
      description = { what, json: JSON.stringify(what) }
      described.set(shown, description)
    }
    return description
  }

  function describeAnew(creative: Creative, banner: Banner | null): AdCreative {
    const { language: lang } = creative
    if (!banner)
      return {
        kind: 'text',
        title: creative.linkText,
        text: creative.text,
        domain: domainOf(creative.link),
        action: creative.action ?? adWords(lang).learnMore,
        lang,
        ...picturesOf(creative)
      }
    return describeBanner(banner, creative.linkText, lang)
  }

  function describeBanner({ id, hash, width, height }: Banner, title: string, lang: string) {
    const source = `${config.publicUrl}/media/banners/${id}/${hash}`
    const style = bannerStyle(width, height)
    // The width and height must come last: `write-decision.ts` replaces them with those of a picture sent along.
    return { kind: 'banner', title, source, style, lang, width, height } as const
  }

  function picturesOf({ logo, illustration }: Creative): Pick<TextCreative, 'pictures'> {
    if (logo === null && illustration === null) return {}
    const pictures = {
      ...(logo !== null && { logo: config.publicUrl + logo }),
      ...(illustration !== null && { illustration: config.publicUrl + illustration })
    }
    return { pictures }
  }

  /** Returns what an ad unit shows when it has no ad: its house ad, or else its invitation. */
  function insteadOfAd(
    unit: Unit,
    room: Room,
    own: DrawnHouseAd | null
  ): (InsteadOfAd & Pick<Empty, 'detail'>) | undefined {
    const lang = adLanguage(unit.site?.language ?? '')
    if (own) {
      const { text, link } = own.ad
      if (!own.banner) return inWords(plainText(text, domainOf(link), '', lang), link)
      const size = own.banner.size as UnitSize
      const creative = describeBanner(own.banner, text, lang)
      return { creative, clickUrl: link, detail: { reason: 'no_campaign', size } }
    }
    if (!showsInvitation(unit)) return undefined
    const { yourAdHere, advertise } = adWords(lang)
    const averageCpm = current()?.averageCpm ?? null
    const price = averageCpm === null ? '' : invitationPrice(averageCpm, lang)
    const words = plainText(yourAdHere, domainOf(config.publicUrl), advertise, lang)
    return inWords(
      { ...words, text: price },
      invitationAddress(config.publicUrl, unit.id, unit.owner)
    )

    function inWords(creative: TextCreative, clickUrl: string): InsteadOfAd {
      const css = typeset(creative, room)
      return { creative, css, clickUrl, ...extrasOf({ creative, css }) }
    }
  }
}

/** Returns what the publisher chose for a unit without an ad and a house ad; null for the invitation. */
function chosenFallback({ fallback, fallbackUrl }: Unit) {
  if (fallback === 'collapse') return collapsed
  if (fallback !== 'frame' || fallbackUrl === null) return null
  const detail = { reason: 'no_campaign', fallback: true } as const
  return { fallbackUrl, detail, ...extrasOf({ fallbackUrl }) }
}

/**
 * Maximum number of sizes kept per creative. A page with a fluid layout has many, and setting the text takes only
 * microseconds.
 */
const maxRooms = 100

/** Creates a function that lays out and serializes the text of each creative once per size. */
function createTypesetter() {
  const known = new WeakMap<TextCreative, Map<string, Described<Typeset>>>()
  return (words: TextCreative, box: Room): Described<Typeset> => {
    const key = `${box.width}x${box.height}`
    let rooms = known.get(words)
    if (!rooms || rooms.size > maxRooms) {
      rooms = new Map()
      known.set(words, rooms)
    }
    let set = rooms.get(key)
    if (!set) {
      const what = typeset(words, box)
      set = { what, json: JSON.stringify(what) }
      rooms.set(key, set)
    }
    return set
  }
}

/** Finds a unit by ID. IDs are 32-bit integers from 1, written without signs or leading zeros. */
export function findUnit(inventory: Inventory, text: string): PlacedUnit | null {
  return /^[1-9]\d{0,9}$/.test(text) ? (inventory.units.get(Number(text)) ?? null) : null
}

function appearance({ id, site, ...unit }: Unit): AdPlace {
  const { size, position, stickySide, colors, look, font } = unit
  const label = adWords(site?.language ?? '').ad
  return { unit: String(id), size, position, stickySide, colors, look, font, label }
}

function reasonOf(reason: EmptyReason) {
  return { reason, detail: { reason }, ...extrasOf({ reason }) }
}

function extrasOf(parts: Parameters<typeof needsExtras>[0]): { extras?: true } {
  return needsExtras(parts) ? { extras: true } : {}
}

function plainText(title: string, domain: string, action: string, lang: string): TextCreative {
  return { kind: 'text', title, text: '', domain, action, lang }
}

function emptyWithoutUnit(unit: string, reason: EmptyReason): Answered {
  const decision: Empty = {
    filled: false,
    unit: unit.slice(0, 20),
    ...reasonOf(reason),
    size: 'Adaptive',
    position: 'fixed',
    stickySide: 'header',
    colors: {},
    look: 'card',
    font: 'own',
    label: adWords('en').ad
  }
  return { decision, shown: null }
}
