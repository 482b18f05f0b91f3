import { parseAccept } from 'hono/utils/accept'
import type { Database } from '../../db/connect.ts'
import { readShape } from '../../pictures/picture.ts'
import type { InlinePicture } from '../choosing/write-decision.ts'
import { type BannerFile, findBannerFile } from './creative-queries.ts'

const maxBytes = 64_000_000

/** In base64 with the rest of the decision it fits into the ten packets that a new connection sends at once. */
const maxInlineBytes = 10_000

type KeptFile = { file: BannerFile; inline: InlinePicture | null }

/** Pictures of banners, the recently asked for ones in memory. */
export function createBannerFiles(db: Database, capacity = maxBytes) {
  // A map keeps the order of insertion: the first one is the one that was not asked for longest.
  const recent = new Map<number, KeptFile>()
  let size = 0

  return {
    /** Whether it is in memory. */
    has: (id: number): boolean => recent.has(id),
    async read(id: number): Promise<BannerFile | null> {
      const known = recent.get(id)
      const file = known?.file ?? (await findBannerFile(db, id))
      if (!file) return null
      const kept = known ?? { file, inline: await inlineOf(file) }
      if (!recent.delete(id)) size += bytesOf(kept)
      recent.set(id, kept)
      for (const [oldest, it] of recent) {
        if (size <= capacity) break
        recent.delete(oldest)
        size -= bytesOf(it)
      }
      return file
    },
    /** To go with a decision: only a small, still picture that is in memory. No decision waits for one. */
    inline(id: number): InlinePicture | null {
      return recent.get(id)?.inline ?? null
    }
  }
}

/** It is drawn once, so it cannot move. A browser that reads base64 by itself reads AVIF too. */
async function inlineOf({ avif, bytes }: BannerFile): Promise<InlinePicture | null> {
  const smallest = avif ?? bytes
  if (smallest.length > maxInlineBytes) return null
  const shape = await readShape(bytes)
  if (shape?.frames !== 1) return null
  const { width, height } = shape
  return { width, height, base64: Buffer.from(smallest).toString('base64') }
}

function bytesOf({ file: { bytes, avif }, inline }: KeptFile): number {
  return bytes.length + (avif?.length ?? 0) + (inline?.base64.length ?? 0)
}

/** One form of a picture, with the headers that tell caches the forms apart. */
type BannerForm = {
  bytes: Uint8Array<ArrayBuffer>
  headers: { 'Content-Type': string; ETag: string; Vary?: 'Accept' }
}

/** The smallest form of a picture that a browser says it reads, by its header Accept. */
export function chooseForm(
  { hash, contentType, bytes, avif }: BannerFile,
  accept = ''
): BannerForm {
  if (!avif) return { bytes, headers: { 'Content-Type': contentType, ETag: `"${hash}"` } }
  const isAvif = namesAvif(accept)
  return {
    bytes: isAvif ? avif : bytes,
    headers: {
      'Content-Type': isAvif ? 'image/avif' : contentType,
      ETag: isAvif ? `"${hash}-avif"` : `"${hash}"`,
      Vary: 'Accept'
    }
  }
}

/** Browsers that cannot read AVIF say that they take every image, so only its own name counts. */
function namesAvif(accept: string): boolean {
  return parseAccept(accept).some(it => it.type.toLowerCase() === 'image/avif' && it.q > 0)
}
