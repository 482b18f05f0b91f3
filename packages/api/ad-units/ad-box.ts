import type { EmbedPosition } from '../constants.ts'
import { dimensions, type UnitSize } from '../reference-data/banner-sizes.ts'

const adaptiveHeight = 90

export type AdBox = {
  display: string
  width: string
  maxWidth?: string
  minWidth?: string
  minHeight?: string
  height: string
}

/**
 * Returns the space that the page reserves for an ad before anything has loaded, as CSS, so that the page does not
 * shift. A sticky ad lies over the page and needs no space.
 */
export function adBox(size: UnitSize, position?: 'fixed'): AdBox
export function adBox(size: UnitSize, position: EmbedPosition): AdBox | undefined
export function adBox(size: UnitSize, position: EmbedPosition = 'fixed'): AdBox | undefined {
  if (position === 'sticky') return undefined
  const { width, height } = dimensions(size)
  return size === 'Adaptive'
    ? {
        display: 'block',
        width: '100%',
        minWidth: `${width}px`,
        minHeight: `${height}px`,
        height: `${adaptiveHeight}px`
      }
    : { display: 'block', width: `${width}px`, maxWidth: '100%', height: `${height}px` }
}
