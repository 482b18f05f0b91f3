import { dimensions, type UnitSize } from '../constants.ts'

const adaptiveHeight = 90

export type AdBox = {
  display: string
  width: string
  maxWidth?: string
  minWidth?: string
  minHeight?: string
  height: string
}

/** The place of an ad, as CSS, which is kept before anything is loaded, so that the page does not jump. */
export function adBox(size: UnitSize): AdBox {
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
