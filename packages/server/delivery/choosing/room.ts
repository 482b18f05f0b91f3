import { bannerSizes, dimensions } from '@mille/api/reference-data/banner-sizes.ts'
import type { Unit } from './inventory.ts'

/** What a page reports about the place of an ad, in CSS pixels; 0 for values that it does not report. */
export type Place = {
  width: number
  height: number
  /** Height of the browser's window, of which a sticky ad may take a share. */
  screen: number
}

/** Space for an ad, in CSS pixels. */
export type Room = { width: number; height: number }

type Measured = { width: number; height: number }

/** Smallest scale at which a banner is drawn. It is never drawn larger than its own size. */
const minScale = 0.9
/**
 * Smallest share of the space that a banner must cover. A smaller one looks lost, and the text of its creative is shown
 * instead.
 */
const minCover = 1 / 3

/**
 * Size of an Adaptive ad where the page does not limit it, in CSS pixels. The element's style sheets use the same
 * numbers.
 */
const freeHeight = 90
const side: Room = { width: 160, height: 600 }
/** Two sticky ads, one at each end of a screen lower than 600 pixels, cover 30 % of it together. */
const lowScreen = 600
const shareOfScreen = 0.3

const narrowest = dimensions('Adaptive')
/** Space for a unit if the page is unknown: the ad may be of any size. */
export const unlimited: Room = { width: 100_000, height: 100_000 }

/** Returns the space for a unit's ad in a place. A value that the page does not report sets no limit. */
export function roomIn(unit: Unit, { width, height, screen }: Place): Room {
  const isAdaptive = unit.size === 'Adaptive'
  const own = dimensions(unit.size)
  const isSide = unit.stickySide === 'left' || unit.stickySide === 'right'
  if (unit.position === 'sticky' && isSide) {
    const wanted = isAdaptive ? side : own
    return { width: wanted.width, height: Math.min(wanted.height, screen || wanted.height) }
  }
  const across = Math.max(width, narrowest.width)
  const room = isAdaptive
    ? { width: across, height: Math.max(height || freeHeight, narrowest.height) }
    : { width: width === 0 ? own.width : Math.min(across, own.width), height: own.height }
  if (unit.position !== 'sticky') return room
  const wanted = isAdaptive ? freeHeight : own.height
  return { ...room, height: Math.min(wanted, screen === 0 ? wanted : shareOf(screen)) }
}

function shareOf(screen: number): number {
  return (screen * shareOfScreen) / (screen < lowScreen ? 2 : 1)
}

/** Returns the scale at which a banner is drawn in a space, or 0 if it is not drawn. */
export function scaleIn(room: Room, { width, height }: Measured): number {
  const scale = Math.min(1, room.width / width, room.height / height)
  return scale >= minScale ? scale : 0
}

/** Returns the number of pixels that a banner covers in a space; 0 if it is not drawn. */
export function areaIn(room: Room, banner: Measured): number {
  return banner.width * banner.height * scaleIn(room, banner) ** 2
}

export function isLost(area: number, room: Room): boolean {
  return area < room.width * room.height * minCover
}

const measured = bannerSizes.map(size => ({ size, ...dimensions(size) }))

/** Returns the banner sizes that fit, as bits in the order of `bannerSizes`; 0 if only text is shown. */
export function sizesIn(unit: Unit, room: Room): number {
  if (unit.adType === 'text') return 0
  let bits = 0
  for (let index = 0; index < measured.length; index++) {
    const banner = measured[index]
    if (!banner || (unit.size !== 'Adaptive' && unit.size !== banner.size)) continue
    if (scaleIn(room, banner) > 0) bits |= 1 << index
  }
  return bits
}
