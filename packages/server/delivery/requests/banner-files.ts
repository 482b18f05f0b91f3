import { parseAccept } from 'hono/utils/accept'
import type { Database } from '../../db/connect.ts'
import { readShape } from '../../pictures/picture.ts'
import type { InlinePicture } from '../choosing/write-decision.ts'
import { type BannerFile, findBannerFile } from './creative-queries.ts'

const maxBytes = 64_000_000

/**
 * Maximum size of an inlined picture, in bytes. As base64, with the rest of the ad response, it fits into the ten
 * packets that a new connection sends at once.
 */
const maxInlineBytes = 10_000

type KeptFile = { file: BannerFile; inline: InlinePicture | null }

/** Reads the pictures of banners and caches the recently requested ones in memory. */
export function createBannerFiles(db: Database, capacity = maxBytes) {
  // A map keeps the order of insertion, so its first entry is the least recently requested picture.
  const recent = new Map<number, KeptFile>()
  let size = 0

  return {
    /** Whether the picture is in memory. */
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
    /**
     * Returns the picture to inline in an ad response, if it is small, not animated, and in memory. No response waits
     * for a picture.
     */
    inline(id: number): InlinePicture | null {
      return recent.get(id)?.inline ?? null
    }
  }
}

/**
 * An inlined picture is drawn once, so an animated one is not inlined. A browser that can decode base64 by itself also
 * reads AVIF.
 */
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

/** One format of a picture, with the headers by which caches tell the formats apart. */
type BannerForm = {
  bytes: Uint8Array<ArrayBuffer>
  headers: { 'Content-Type': string; ETag: string; Vary?: 'Accept' }
}

/** Chooses the smallest format of a picture that the browser accepts according to its `Accept` header. */
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

/** Browsers that cannot read AVIF also claim to accept every image type, so only an explicit `image/avif` counts. */
function namesAvif(accept: string): boolean {
  return parseAccept(accept).some(it => it.type.toLowerCase() === 'image/avif' && it.q > 0)
}
