import type { Database } from '../../db/connect.ts'
import { type BannerFile, findBannerFile } from './creative-queries.ts'

const maxBytes = 64_000_000

/** Pictures of banners, the recently asked for ones in memory. */
export function createBannerFiles(db: Database, capacity = maxBytes) {
  // A map keeps the order of insertion: the first one is the one that was not asked for longest.
  const recent = new Map<number, BannerFile>()
  let size = 0

  return async (id: number): Promise<BannerFile | null> => {
    const known = recent.get(id)
    const file = known ?? (await findBannerFile(db, id))
    if (!file) return null
    if (!recent.delete(id)) size += file.bytes.length
    recent.set(id, file)
    for (const [oldest, { bytes }] of recent) {
      if (size <= capacity) break
      recent.delete(oldest)
      size -= bytes.length
    }
    return file
  }
}
