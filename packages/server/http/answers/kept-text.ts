import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Context as HonoContext } from 'hono'
import { keptFor } from './kept-for.ts'

type Kept = { bytes: Record<Encoding, Uint8Array<ArrayBuffer>>; etag: string }
type Encoding = 'br' | 'gzip' | 'identity'
type Options = { type: string; headers: Record<string, string>; keptMs?: number }

/**
 * Serves a text that is the same for everyone. It is made on the first request, and its compressed bytes and ETag are
 * cached, permanently or for a while. Otherwise each reader would cost as much as making and compressing the text.
 */
export function createKeptText(
  make: () => string | Promise<string>,
  { type, headers, keptMs = Number.POSITIVE_INFINITY }: Options
): (c: HonoContext) => Promise<Response> {
  const read = keptFor(keptMs, async () => compress(await make()))

  return async c => {
    const { bytes, etag } = await read(new Date())
    const all = { ETag: etag, Vary: 'Accept-Encoding', ...headers }
    if (c.req.header('if-none-match')?.includes(etag.slice(2))) return c.body(null, 304, all)
    const encoding = encodingFor(c.req.header('accept-encoding') ?? '')
    if (encoding !== 'identity') c.header('Content-Encoding', encoding)
    return c.body(bytes[encoding], 200, { 'Content-Type': type, ...all })
  }
}

async function compress(text: string): Promise<Kept> {
  const identity = new Uint8Array(Buffer.from(text))
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity)
  ])
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  // The ETag is weak because the same text has several encodings.
  return {
    bytes: { br: new Uint8Array(br), gzip: new Uint8Array(zipped), identity },
    etag: `W/"${digest}"`
  }
}

function encodingFor(accepted: string): Encoding {
  const takes = (name: string) =>
    new RegExp(`(^|[,\\s])${name}\\s*(,|$|;(?!\\s*q=0(\\.0*)?\\s*(,|$)))`, 'i').test(accepted)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}
