/** Banner sizes and ad unit sizes, in CSS pixels. */

export const bannerSizes = [
  '120x60',
  '120x600',
  '125x125',
  '160x600',
  '200x200',
  '240x400',
  '250x250',
  '300x250',
  '300x600',
  '320x50',
  '320x100',
  '336x280',
  '468x60',
  '728x90',
  '970x90',
  '970x250'
] as const
export type BannerSize = (typeof bannerSizes)[number]

export const unitSizes = ['Adaptive', ...bannerSizes] as const
export type UnitSize = (typeof unitSizes)[number]

/** Returns the width and height of a unit in CSS pixels. `Adaptive` fills its container, from 120 × 25 up. */
export function dimensions(size: UnitSize): { width: number; height: number } {
  if (size === 'Adaptive') return { width: 120, height: 25 }
  const [width, height] = size.split('x').map(Number)
  return { width: width ?? 0, height: height ?? 0 }
}
