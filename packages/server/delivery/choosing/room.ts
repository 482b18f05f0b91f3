import { bannerSizes, dimensions } from '@mille/api/constants.ts'
import type { Unit } from './inventory.ts'

/** What a page says about the place of an ad, in CSS pixels; 0 where it says nothing. */
export type Place = {
  width: number
  height: number
  /** The height of the browser's window, of which an ad that sticks may take a share. */
  screen: number
}

/** What an ad can take, in CSS pixels. */
export type Room = { width: number; height: number }

type Measured = { width: number; height: number }

/** A banner is never drawn larger than it is, nor smaller than this share of its width and height. */
const minScale = 0.9
/** Of the room; a banner below it looks lost there, and the words of its creative fill the room. */
const minCover = 1 / 3

/** The element gives an Adaptive ad these where the page leaves it open; its style sheets have the same numbers. */
const freeHeight = 90
const side: Room = { width: 160, height: 600 }
/** Two ads that stick, one at each end of a low screen, cover 30 % of it together. */
const lowScreen = 600
const shareOfScreen = 0.3

const narrowest = dimensions('Adaptive')
/** What is asked of a unit that no page is known of: its ad as if there was room for everything. */
export const unlimited: Room = { width: 100_000, height: 100_000 }

/** The room that a unit's ad has in such a place. What a page leaves out does not limit it. */
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

/** How large a banner is drawn in a room, as a part of its own size, or 0 where it is not. */
export function scaleIn(room: Room, { width, height }: Measured): number {
  const scale = Math.min(1, room.width / width, room.height / height)
  return scale >= minScale ? scale : 0
}

/** The pixels that a banner takes in a room; 0 where it is not drawn. */
export function areaIn(room: Room, banner: Measured): number {
  return banner.width * banner.height * scaleIn(room, banner) ** 2
}

export function isLost(area: number, room: Room): boolean {
  return area < room.width * room.height * minCover
}

const measured = bannerSizes.map(size => ({ size, ...dimensions(size) }))

/** The sizes of banners that are drawn there, as bits in the order of `bannerSizes`. 0 where only words are shown. */
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
