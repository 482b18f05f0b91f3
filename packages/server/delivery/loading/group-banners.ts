import { bannerSizes, dimensions } from '@mille/api/reference-data/banner-sizes.ts'
import type { Banner } from '../choosing/inventory.ts'

type Row = Pick<Banner, 'id' | 'size' | 'hash'> & {
  /** The creative or the house ad that has the banner. */
  ad: number
}

/** Groups banners by their ad, in the same order. Banners of a size that no longer exists are left out. */
export function groupBanners(rows: readonly Row[]): Map<number, Banner[]> {
  const banners = new Map<number, Banner[]>()
  for (const { ad, id, size, hash } of rows) {
    const known = bannerSizes.find(it => it === size)
    if (!known) continue
    const list = banners.get(ad) ?? []
    list.push({ id, size, hash, ...dimensions(known) })
    banners.set(ad, list)
  }
  return banners
}
