import * as endpoints from '@mille/api/public-log/endpoints.ts'
import type { Hono, Context as HonoContext } from 'hono'
import { cors } from 'hono/cors'
import type { Context } from '../context.ts'
import { reply } from '../http/answers/reply.ts'
import { answerInTurn, type TakeTurn } from '../http/overload/crowd.ts'
import type { Serve } from '../http/serve.ts'
import { lengthOf } from './append.ts'
import { type Epoch, readEpochs, verifierOf, vkeyOf } from './epochs.ts'
import { readReceiptKey } from './for-receipts.ts'
import { type LogResource, readLogPath } from './log-paths.ts'
import { sha256 } from './merkle.ts'
import {
  proveConsistency,
  proveInclusion,
  readCheckpoint,
  readCheckpoints,
  readEntries,
  readTile,
  type StoredCheckpoint,
  tileWidth
} from './read-log.ts'
import { anchoredCheckpoints, shownAnchors } from './shown-anchors.ts'
import { keyIdOf } from './signed-note.ts'
import { readCosigned } from './witness.ts'

const forEver = { 'Cache-Control': 'public, max-age=31536000, immutable' }
/** Caches may keep a copy but must revalidate it each time. */
const untilNext = { 'Cache-Control': 'public, no-cache' }
const plainText = 'text/plain; charset=utf-8'

const shownCheckpoints = 10
const [anchorsOfPage, anchorsOfFile] = [10, 1_000]
/**
 * Path before the name of another network's log, which shows that log's last checkpoint with this network's
 * cosignature.
 */
const witnessed = '/log/witnessed/'

/** Serves what the page about the public log shows. */
export function publicLogRoutes(serve: Serve): void {
  serve(endpoints.readPublicLog, null, async ({ context: { db } }) => {
    const epochs = await readEpochs(db)
    const epoch = epochs.at(-1)
    const checkpoints = await readCheckpoints(db, shownCheckpoints)
    const receiptKey = await readReceiptKey(db)
    return reply({
      data: {
        type: 'public_logs' as const,
        id: '1',
        attributes: {
          origin: epoch?.origin ?? null,
          key: epoch ? vkeyOf(epoch) : null,
          key_id: epoch ? keyIdOf(verifierOf(epoch)).toString('hex') : null,
          receipt_key: receiptKey?.toString('base64') ?? null,
          checkpoints: checkpoints.map(it => ({
            origin: epochs.find(known => known.number === it.epoch)?.origin ?? '',
            size: it.size,
            at: it.at.toISOString(),
            note: it.note
          })),
          anchors: await shownAnchors(db, anchorsOfPage)
        }
      }
    })
  })
}

/**
 * Serves the public log under `/log/` to everyone, people and programs: its state, its entries, and proofs of its
 * growth.
 */
export function servePublicLog(app: Hono, { db }: Pick<Context, 'db'>, takeTurn: TakeTurn): void {
  app.use('/log/*', cors({ origin: '*', allowMethods: ['GET', 'HEAD'], exposeHeaders: ['ETag'] }))
  app.get('/log/*', c => answerInTurn(c, takeTurn, () => answer(c, db)))
}

async function answer(c: HonoContext, db: Context['db']): Promise<Response> {
  const { path } = c.req
  const epochs = await readEpochs(db)
  const last = await readCheckpoint(db)
  const epoch = epochs.at(-1)
  if (!last || !epoch) return c.text('This network has no public log yet.\n', 404)
  if (path === '/log/key')
    return c.body(`${vkeyOf(epoch)}\n`, 200, { 'Content-Type': plainText, ...untilNext })
  if (path === '/log/inclusion') return inclusion(c, db, last)
  if (path === '/log/consistency') return consistency(c, db, last)
  if (path === '/log/anchors')
    return c.json({ anchors: await anchoredCheckpoints(db, anchorsOfFile) }, 200, untilNext)
  if (path.startsWith(witnessed)) {
    const cosigned = await readCosigned(db, path.slice(witnessed.length))
    return cosigned === null
      ? c.text('This network follows no log of that name.\n', 404)
      : checkpoint(c, cosigned)
  }
  const resource = readLogPath(path)
  if (!resource) return c.text('The public log has no such file.\n', 404)
  if (resource.kind === 'checkpoint' && resource.epoch === null) return checkpoint(c, last.note)
  return serveFile(c, db, { resource, epochs, last })
}

type Asked = { resource: LogResource; epochs: readonly Epoch[]; last: StoredCheckpoint }

/** Serves the files of one epoch; those of an earlier epoch contain the entries with which all later ones begin. */
async function serveFile(
  c: HonoContext,
  db: Context['db'],
  { resource, epochs, last }: Asked
): Promise<Response> {
  const at = epochs.findIndex(it => nameIn(it) === resource.epoch)
  const next = epochs[at + 1]
  const size = next ? Math.min(next.fromSize, last.size) : last.size
  if (at === -1) return c.text('There is no public log of that name.\n', 404)
  if (resource.kind === 'checkpoint')
    return next
      ? c.text('This log has ended: see /log/checkpoint.\n', 410)
      : checkpoint(c, last.note)
  const { tile, width } = resource
  const level = resource.kind === 'tile' ? resource.level : 0
  const has = Math.floor(size / tileWidth ** level) - tile * tileWidth
  if (has < width) return c.text('The public log is not as long as that.\n', 404)
  const parts =
    resource.kind === 'tile'
      ? await readTile(db, level, tile, width)
      : (await readEntries(db, { from: tile * tileWidth, to: tile * tileWidth + width })).flatMap(
          entry => [lengthOf(entry), entry]
        )
  const headers = { 'Content-Type': 'application/octet-stream', ...forEver }
  return c.body(new Uint8Array(Buffer.concat(parts)), 200, headers)
}

/** Returns the part of an epoch's name that appears in the paths of its files. */
function nameIn({ origin }: Epoch): string | null {
  return /\/log\/(\d{14})$/.exec(origin)?.[1] ?? null
}

function checkpoint(c: HonoContext, note: string): Response {
  const etag = `"${sha256(Buffer.from(note)).toString('hex').slice(0, 24)}"`
  const headers = { 'Content-Type': plainText, ETag: etag, ...untilNext }
  return c.req.header('if-none-match') === etag
    ? c.body(null, 304, headers)
    : c.body(note, 200, headers)
}

async function inclusion(
  c: HonoContext,
  db: Context['db'],
  last: StoredCheckpoint
): Promise<Response> {
  const [index, size] = [readSize(c.req.query('index')), readSize(c.req.query('size')) ?? last.size]
  if (index === null || size > last.size || index >= size)
    return c.json({ error: `index and size are numbers, index < size <= ${last.size}` }, 400)
  const hashes = hexOf(await proveInclusion(db, index, size))
  return c.json({ index, size, hashes }, 200, untilNext)
}

async function consistency(
  c: HonoContext,
  db: Context['db'],
  last: StoredCheckpoint
): Promise<Response> {
  const [from, to] = [readSize(c.req.query('from')), readSize(c.req.query('to')) ?? last.size]
  if (from === null || to > last.size || from > to)
    return c.json({ error: `from and to are numbers, from <= to <= ${last.size}` }, 400)
  const hashes = hexOf(await proveConsistency(db, from, to))
  return c.json({ from, to, hashes }, 200, untilNext)
}

function readSize(text: string | undefined): number | null {
  return text !== undefined && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null
}

const hexOf = (hashes: readonly Buffer[]) => hashes.map(it => it.toString('hex'))
