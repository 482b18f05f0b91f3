import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterEach, expect, test } from 'vitest'
import { appendEntries } from './append.ts'
import { signCheckpoint } from './checkpoint.ts'
import { cosignedAt } from './cosign.ts'
import { readEpoch } from './epochs.ts'
import { readKeys } from './keys.ts'
import { leafHash } from './merkle.ts'
import { openPublicLog } from './seal.ts'
import { readNote, signatureTypes } from './signed-note.ts'
import { witnessLog } from './witness.ts'

type Network = TestApp & { url: string }
const servers: Server[] = []
const networks: Network[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  for (const network of networks.splice(0)) await network.close()
})

/** Starts a network with its log that can be reached over HTTP. */
async function start(): Promise<Network> {
  const app = await createTestApp({ allowPrivateHosts: true })
  const server = createServer(getRequestListener(request => app.fetch(request)))
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Each network has its own name.
  const context = { ...app.context, config: { ...app.context.config, publicUrl: url } }
  await openPublicLog(context)
  const network = { ...app, context, url }
  networks.push(network)
  return network
}

async function append({ context }: Network, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, at) => Buffer.from(`entry ${at}`))
  await context.db.transaction().execute(tx => appendEntries(tx, entries))
}

async function grow(network: Network, count: number): Promise<void> {
  const { context } = network
  await append(network, count)
  context.clock.advance(60_000)
  await openPublicLog(context)
}

/** Signs a forged history of the log, as only the network itself can. */
async function forge({ context }: Network, size: number): Promise<void> {
  const epoch = await readEpoch(context.db)
  if (!epoch) throw new Error('No log')
  const { signing } = await readKeys(context.db, context, epoch.keyId)
  const root = leafHash(Buffer.from('another history'))
  const note = signCheckpoint({ origin: epoch.origin, size, root }, signing)
  await context.db
    .insertInto('public_log_checkpoints')
    .values({ ...{ epoch: epoch.number, size: BigInt(size), root, at: context.now() }, note })
    .execute()
}

test('two networks follow each other, and show what they have cosigned', async () => {
  const [one, other] = [await start(), await start()]
  await grow(other, 5)
  expect(await witnessLog(one.context, other.url, null)).toMatchObject({ ok: true, size: 6 })
  await grow(other, 300)
  await grow(one, 3)
  expect(await witnessLog(one.context, other.url, null)).toMatchObject({ size: 306, sizeBefore: 6 })
  expect(await witnessLog(other.context, one.url, null)).toMatchObject({ ok: true, size: 4 })
  expect(await witnessLog(other.context, one.url, null)).toMatchObject({ size: 4, sizeBefore: 4 })

  const [mine, theirs] = [await readEpoch(one.context.db), await readEpoch(other.context.db)]
  const shown = await one.fetch(new Request(`${one.url}/log/witnessed/${theirs?.origin}`))
  const note = readNote(await shown.text())
  if (!note || !mine) throw new Error('Nothing was cosigned')
  const witness = { name: mine.origin, type: signatureTypes.cosignature, publicKey: mine.publicKey }
  expect(cosignedAt(note, witness)).toEqual(one.context.now())
  expect(cosignedAt({ ...note, text: `${note.text}more\n` }, witness)).toBe(null)
  expect(note.signatures.map(it => it.name)).toEqual([theirs?.origin, mine.origin])
  expect((await one.fetch(new Request(`${one.url}/log/witnessed/nobody/log`))).status).toBe(404)
})

test('a log that forks is caught, and the proof is given', async () => {
  const [one, other] = [await start(), await start()]
  await grow(other, 5)
  await witnessLog(one.context, other.url, null)
  const kept = await one.context.db.selectFrom('public_log_witnessed').selectAll().execute()
  await append(other, 3)
  await forge(other, 9)
  const seen = await witnessLog(one.context, other.url, null)
  expect(seen.ok || seen.problem).toContain('shows a different history')
  expect(seen).toMatchObject({
    isUnchecked: false,
    evidence: [expect.any(String), expect.any(String)]
  })
  expect(await one.context.db.selectFrom('public_log_witnessed').selectAll().execute()).toEqual(
    kept
  )
})

test('a log that gets shorter, or that another key signs, is refused', async () => {
  const [one, other, third] = [await start(), await start(), await start()]
  await grow(other, 5)
  await witnessLog(one.context, other.url, null)
  await one.context.db.updateTable('public_log_witnessed').set({ size: 50n }).execute()
  expect(await witnessLog(one.context, other.url, null)).toMatchObject({
    problem: expect.stringContaining('a log cannot get shorter')
  })
  const epoch = await readEpoch(third.context.db)
  const strange = epoch && (await (await third.fetch(new Request(`${third.url}/log/key`))).text())
  expect(await witnessLog(one.context, other.url, strange)).toMatchObject({
    problem: expect.stringContaining('no longer called')
  })
  expect(await witnessLog(one.context, other.url, 'nonsense')).toMatchObject({
    isUnchecked: true,
    problem: expect.stringContaining('--key is not a verifier key')
  })
})

test('tells a log that does not answer from one that shows another history', async () => {
  const [one, other] = [await start(), await start()]
  await grow(other, 5)
  await witnessLog(one.context, other.url, null)
  expect(await witnessLog(one.context, one.url, null)).toMatchObject({
    isUnchecked: true,
    problem: expect.stringContaining('is this network itself')
  })
  const [server] = servers.splice(1, 1)
  server?.closeAllConnections()
  await new Promise(done => server?.close(done))
  for (const address of [other.url, 'http://127.0.0.1:9'])
    expect(await witnessLog(one.context, address, null)).toEqual({
      ok: false,
      isUnchecked: true,
      problem: `${address} refuses connections`
    })
})
