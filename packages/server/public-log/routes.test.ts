import { createTestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendEntries } from './append.ts'
import { openCheckpoint } from './checkpoint.ts'
import { readLogPath } from './log-paths.ts'
import { leafHash, rootOf } from './merkle.ts'
import { isConsistent, rootByInclusion } from './proofs.ts'
import { openPublicLog } from './seal.ts'
import { readVkey } from './signed-note.ts'

type App = Awaited<ReturnType<typeof createTestApp>>
let app: App
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function fetchLog(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return app.fetch(new Request(`http://localhost:3000/log/${path}`, { headers }))
}
const bytesOf = async (path: string) => Buffer.from(await (await fetchLog(path)).arrayBuffer())

/** Appends `count` entries to the log and signs it. */
async function append(count: number): Promise<void> {
  const { context } = app
  const entries = Array.from({ length: count }, (_, at) => Buffer.from(`entry ${at} of ${count}`))
  await context.db.transaction().execute(tx => appendEntries(tx, entries))
  await openPublicLog(context)
}

test('a monitor follows the log by its files alone', async () => {
  expect((await fetchLog('checkpoint')).status).toBe(404)
  await openPublicLog(app.context)
  await append(700)
  const key = readVkey((await (await fetchLog('key')).text()).trim())
  const note = await (await fetchLog('checkpoint')).text()
  const opened = key ? openCheckpoint(note, key) : null
  if (!opened?.ok) throw new Error('The checkpoint is not signed')
  expect(opened.checkpoint.size).toBe(701)

  const bundles = await Promise.all(
    ['000', '001', '002.p/189'].map(it => bytesOf(`tile/entries/${it}`))
  )
  const entries: Buffer[] = []
  for (const bundle of bundles) {
    for (let at = 0; at < bundle.length; ) {
      const end = at + 2 + bundle.readUInt16BE(at)
      entries.push(bundle.subarray(at + 2, end))
      at = end
    }
  }
  const leaves = entries.map(it => leafHash(it))
  expect(rootOf(leaves)).toEqual(opened.checkpoint.root)
  const tiles = await Promise.all(['000', '001', '002.p/189'].map(it => bytesOf(`tile/0/${it}`)))
  expect(Buffer.concat(tiles)).toEqual(Buffer.concat(leaves))
  const level = [leaves.slice(0, 256), leaves.slice(256, 512)].map(it => rootOf(it))
  expect(await bytesOf('tile/1/000.p/2')).toEqual(Buffer.concat(level))
})

test('full and partial tiles never change, and are cached forever', async () => {
  const before = await fetchLog('tile/0/000')
  expect(before.headers.get('cache-control')).toContain('immutable')
  expect(before.headers.get('access-control-allow-origin')).toBe('*')
  const partial = await bytesOf('tile/0/002.p/100')
  await append(100)
  expect(await bytesOf('tile/0/000')).toEqual(Buffer.from(await before.arrayBuffer()))
  expect(await bytesOf('tile/0/002.p/100')).toEqual(partial)
})

test('the checkpoint is requested again each time, and sent once', async () => {
  const first = await fetchLog('checkpoint')
  expect(first.headers.get('cache-control')).toBe('public, no-cache')
  const etag = first.headers.get('etag') ?? ''
  expect((await fetchLog('checkpoint', { 'if-none-match': etag })).status).toBe(304)
  await append(1)
  expect((await fetchLog('checkpoint', { 'if-none-match': etag })).status).toBe(200)
})

test('proves inclusion and consistency', async () => {
  const size = 802
  const bundle = await bytesOf('tile/0/000')
  const leaf = bundle.subarray(32 * 5, 32 * 6)
  const included = (await (await fetchLog('inclusion?index=5')).json()) as { hashes: string[] }
  const grown = (await (await fetchLog('consistency?from=701')).json()) as {
    to: number
    hashes: string[]
  }
  const checkpoints = await app.context.db
    .selectFrom('public_log_checkpoints')
    .select(['size', 'root'])
    .execute()
  const rootAt = (wanted: number) =>
    checkpoints.find(it => Number(it.size) === wanted)?.root ?? Buffer.alloc(0)
  const hashes = (hex: string[]) => hex.map(it => Buffer.from(it, 'hex'))
  expect(rootByInclusion(leaf, 5, size, hashes(included.hashes))).toEqual(rootAt(size))
  expect(grown.to).toBe(size)
  const [old, now] = [701, size].map(it => ({ size: it, root: rootAt(it) }))
  if (old && now) expect(isConsistent(old, now, hashes(grown.hashes))).toBe(true)
})

test.each([
  'tile/0/003.p/35',
  'tile/0/004',
  'tile/0/000.p/256',
  'tile/0/000.p/0',
  'tile/0/0',
  'tile/0/x000/000',
  'tile/64/000',
  'tile/2/000.p/1',
  'tile/entries/x999/x999/x999/x999/999',
  '20260101000000/checkpoint',
  'nothing'
])('%s is not there', async path => {
  expect((await fetchLog(path)).status).toBe(404)
})

test.each([
  'inclusion',
  'inclusion?index=802',
  'inclusion?index=-1',
  'consistency?from=900',
  'consistency?from=5&to=4',
  'consistency?from=1e3'
])('%s is refused', async path => {
  expect((await fetchLog(path)).status).toBe(400)
})

test('a tile has one address', () => {
  expect(readLogPath('/log/tile/3/x001/x234/067.p/9')).toEqual({
    ...{ epoch: null, kind: 'tile', level: 3, tile: 1_234_067, width: 9, isPartial: true }
  })
  expect(readLogPath('/log/20261123101500/tile/entries/007')).toMatchObject({
    ...{ epoch: '20261123101500', kind: 'entries', tile: 7, width: 256 }
  })
})
