import { invitationAddress } from '@mille/api/ad-units/invitation.ts'
import { aboutAdAddress } from '@mille/api/delivery/about-ad.ts'
import type { AdCreative, Decision, Empty, EmptyReason } from '@mille/api/delivery/protocol.ts'
import type { Config } from '../../config.ts'
import { dayOf } from '../days.ts'
import type { Decided, Tokens } from '../visitors/token.ts'
import type { Visitors } from '../visitors/visitor.ts'
import { whyClosed } from './eligibility.ts'
import type { Frequency } from './frequency.ts'
import type { Banner, Creative, Drawn, Inventory, PlacedUnit, Unit } from './inventory.ts'
import type { LatelyDrawn } from './lately-drawn.ts'
import type { Randomness } from './randomness.ts'
import { type Place, roomIn } from './room.ts'

export type Asked = {
  /** As it stands in the address. */
  unit: string
  place: Place
  address: string
  userAgent: string
}

export type Answered = {
  decision: Decision
  shown: { decided: Decided; creative: Creative; json: string } | null
}

type TextCreative = Extract<AdCreative, { kind: 'text' }>

/** What stays the same from one decision for a creative to the next, and the same as JSON. */
type Described = { ad: AdCreative; json: string }

type Parts = {
  config: Pick<Config, 'publicUrl'>
  now: () => Date
  inventory: () => Inventory | null
  visitors: Pick<Visitors, 'hash'>
  tokens: Tokens
  random: Randomness
  frequency: Pick<Frequency, 'seenBy'>
  lately: LatelyDrawn
}

/** Chooses an ad from memory alone: no decision ever waits for the database. */
export function createDecider({
  config,
  now,
  inventory: current,
  visitors,
  tokens,
  random,
  frequency,
  lately
}: Parts): (asked: Asked) => Answered {
  const described = new WeakMap<Creative | Banner, Described>()

  return asked => {
    const inventory = current()
    if (!inventory) return emptyWithoutUnit(asked.unit, 'unavailable')
    const unit = findUnit(inventory, asked.unit)
    if (!unit) return emptyWithoutUnit(asked.unit, 'unit_unknown')
    const closed = whyClosed(unit)
    if (closed) return empty(unit, closed)
    const moment = now()
    const visitor = visitors.hash(dayOf(moment), asked.address, asked.userAgent)
    if (!visitor) return empty(unit, 'unavailable')
    const passed = { hasSeen: frequency.seenBy(visitor), lately: lately.of(visitor) }
    const drawn = inventory.draw(unit, roomIn(unit, asked.place), random, passed)
    if (!drawn) return empty(unit, 'no_campaign')
    lately.remember(visitor, drawn.campaign.id)
    return filled(unit, drawn, {
      decision: random.bytes(16),
      unit: unit.id,
      campaign: drawn.campaign.id,
      creative: drawn.campaign.creative.id,
      banner: drawn.banner?.id ?? 0,
      issuedAtMs: moment.getTime(),
      visitor
    })
  }

  function filled(unit: Unit, drawn: Drawn, decided: Decided): Answered {
    const token = tokens.sign(decided)
    const { ad, json } = describe(drawn)
    const decision: Decision = {
      filled: true,
      ...appearance(unit),
      creative: ad,
      token,
      clickUrl: `${config.publicUrl}/serve/click/${token}`,
      aboutUrl: aboutAdAddress(config.publicUrl, decided.creative, unit.id),
      invitationUrl: invitation(unit)
    }
    return { decision, shown: { decided, creative: drawn.campaign.creative, json } }
  }

  function empty(unit: Unit, reason: EmptyReason): Answered {
    const { fallback } = unit
    const isCollapsed = reason === 'no_campaign' && fallback === 'collapse'
    return {
      decision: {
        filled: false,
        ...appearance(unit),
        reason,
        ...(reason === 'no_campaign' && typeof fallback === 'object' ? { fallback } : {}),
        ...(isCollapsed ? { collapse: true } : {}),
        invitationUrl: isCollapsed ? null : invitation(unit)
      },
      shown: null
    }
  }

  /** Made and written once for a banner or a text, each of which is of one creative. */
  function describe({ campaign: { creative }, banner }: Drawn): Described {
    const shown = banner ?? creative
    let description = described.get(shown)
    if (!description) {
      const ad = describeAnew(creative, banner)
      description = { ad, json: JSON.stringify(ad) }
      described.set(shown, description)
    }
    return description
  }

  function describeAnew(creative: Creative, banner: Banner | null): AdCreative {
    if (!banner)
      return {
        kind: 'text',
        title: creative.linkText,
        text: creative.text,
        domain: domainOf(creative.link),
        ...picturesOf(creative)
      }
    const source = `${config.publicUrl}/media/banners/${banner.id}/${banner.hash}`
    return {
      kind: 'banner',
      title: creative.linkText,
      source,
      width: banner.width,
      height: banner.height
    }
  }

  function picturesOf({ logo, illustration }: Creative): Pick<TextCreative, 'pictures'> {
    if (logo === null && illustration === null) return {}
    const pictures = {
      ...(logo !== null && { logo: config.publicUrl + logo }),
      ...(illustration !== null && { illustration: config.publicUrl + illustration })
    }
    return { pictures }
  }

  /** An affiliate unit shows nothing but its invitation. A unit that is closed invites nobody. */
  function invitation(unit: Unit): string | null {
    if (whyClosed(unit) || !(unit.hasInvitation || unit.kind === 'affiliate')) return null
    return invitationAddress(config.publicUrl, unit.id, unit.owner)
  }
}

/** Ids are 32-bit integers from 1, written without signs, zeros in front or anything else. */
function findUnit(inventory: Inventory, text: string): PlacedUnit | null {
  return /^[1-9]\d{0,9}$/.test(text) ? (inventory.units.get(Number(text)) ?? null) : null
}

function appearance(unit: Unit) {
  const { size, position, stickySide, colors } = unit
  return { unit: String(unit.id), size, position, stickySide, colors }
}

function emptyWithoutUnit(unit: string, reason: EmptyReason): Answered {
  const decision: Empty = {
    filled: false,
    unit: unit.slice(0, 20),
    reason,
    size: 'Adaptive',
    position: 'fixed',
    stickySide: 'header',
    colors: {},
    invitationUrl: null
  }
  return { decision, shown: null }
}

function domainOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, '') : ''
}
