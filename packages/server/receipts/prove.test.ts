import { createReceiptedNetwork, type ReceiptedNetwork } from '@mille/testing/receipted-network.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Database } from '../db/connect.ts'
import {
  canonicalJson,
  type Json,
  leafHash,
  openCheckpoint,
  readVkey,
  rootByInclusion,
  sha256
} from '../public-log/index.ts'
import { readReceipt, readRejection, type SignedReceipt } from './receipt.ts'

const open: ReceiptedNetwork[] = []
afterEach(async () => {
  for (const network of open.splice(0)) await network.close()
})

async function start(): Promise<ReceiptedNetwork> {
  const network = await createReceiptedNetwork()
  open.push(network)
  return network
}

type Proof = Record<string, Json> & {
  leafProof: string[]
  proof: string[]
  charge: { views: { count: number; root: string }; window: string[] }
}

function fetchLog(network: ReceiptedNetwork, path: string): Promise<Response> {
  return network.app.fetch(new Request(`http://localhost:3000/log/${path}`))
}

function ask(network: ReceiptedNetwork, receipt: SignedReceipt, more = ''): Promise<Response> {
  const received = receipt.received.toISOString()
  const sealed = receipt.sealed.toString('hex')
  const query = `received=${received}&sealed=${sealed}${more}`
  return fetchLog(network, `proofs/${receipt.decision.toString('hex')}?${query}`)
}

async function answerTo(network: ReceiptedNetwork, receipt: SignedReceipt): Promise<Proof> {
  return (await ask(network, receipt)).json() as Promise<Proof>
}

function read(text: string): SignedReceipt {
  const receipt = readReceipt(text)
  if (!receipt) throw new Error(`No receipt: ${text}`)
  return receipt
}

const otherBrowser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const hashes = (hex: string[]) => hex.map(it => Buffer.from(it, 'hex'))

test('proves a billed view with its leaf, its charge and its place in the log', async () => {
  const network = await start()
  const receipts: SignedReceipt[] = []
  for (let views = 0; views < 7; views++) receipts.push(read(await network.see()))
  await network.settleAt('2026-03-02T12:00:02Z')
  const key = readVkey((await (await fetchLog(network, 'key')).text()).trim())
  for (const receipt of receipts) {
    const proof = await answerTo(network, receipt)
    expect(proof.status).toBe('billed')
    const leaf = Buffer.from(String(proof.leaf), 'hex')
    expect(leaf.subarray(0, 16)).toEqual(receipt.decision)
    expect(leaf.readUInt32BE(16)).toBe(network.unit)
    const { count, root } = proof.charge.views
    const path = hashes(proof.leafProof)
    const found = rootByInclusion(leafHash(leaf), Number(proof.leafIndex), count, path)
    expect(found?.toString('hex')).toBe(root)
    const opened = key && openCheckpoint(String(proof.checkpoint), key)
    if (!opened?.ok) throw new Error('The checkpoint is not signed')
    const salt = Buffer.from(String(proof.salt), 'hex')
    const digest = sha256(Buffer.from(canonicalJson(proof.charge)))
    const entry = Buffer.concat([Buffer.of(1), sha256(Buffer.concat([salt, digest]))])
    const { size, root: logRoot } = opened.checkpoint
    const place = rootByInclusion(leafHash(entry), Number(proof.index), size, hashes(proof.proof))
    expect(place).toEqual(logRoot)
  }
})

test('shows no more of a visitor than a bill does', async () => {
  const network = await start()
  const receipt = read(await network.see())
  await network.settleAt('2026-03-02T12:00:02Z')
  const proof = await answerTo(network, receipt)
  expect(Object.keys(proof).sort()).toEqual([
    ...['charge', 'checkpoint', 'decision', 'index', 'leaf', 'leafIndex', 'leafProof'],
    ...['proof', 'salt', 'status']
  ])
  expect(String(proof.leaf)).toHaveLength(72)
  const token = Buffer.from((await network.decide()).token, 'base64url')
  expect(JSON.stringify(proof)).not.toContain(token.toString('hex', 38, 46))
})

test('says the reason of what was rejected, signed with the key of receipts', async () => {
  const network = await start()
  const { context } = network
  const foreign = await network.decide()
  const wrong = read(
    await (
      await network.report({
        ...foreign,
        userAgent: otherBrowser
      })
    ).text()
  )
  const [address, other] = ['203.0.113.20', '192.0.2.21']
  const one = await network.decide({ address })
  const two = network.decideAgain(one)
  const repeated = await network.decide({ address: other })
  const first = read(await (await network.report(one)).text())
  context.clock.advance(60_000)
  const again = read(await (await network.report(two)).text())
  const counted = read(await (await network.report(repeated)).text())
  context.clock.advance(120_000)
  const copy = read(await (await network.report(repeated)).text())
  await network.settleAt('2026-03-02T12:00:02Z')

  const keys = [await publicKeyIn(context.db)]
  const reasonFor = async (receipt: SignedReceipt) => {
    const { status, statement } = await answerTo(network, receipt)
    return status === 'rejected' ? readRejection(statement, receipt, keys) : status
  }
  expect(await reasonFor(wrong)).toBe('foreign')
  expect(await reasonFor(first)).toBe('billed')
  expect(await reasonFor(again)).toBe('seen_today')
  expect(await reasonFor(counted)).toBe('billed')
  // The copy's view is billed, since the first report of it counted.
  expect(await reasonFor(copy)).toBe('billed')
  const { statement } = await answerTo(network, again)
  expect(readRejection(statement, first, keys)).toBe(null)
  expect(readRejection({ ...(statement as object), reason: 'bot' }, again, keys)).toBe(null)
  expect(readRejection(statement, again, [Buffer.alloc(32)])).toBe(null)
})

test('a view in excess of what its neighborhood may add to the log has a receipt and a signed reason', async () => {
  const network = await start()
  const { context } = network
  const flood = await network.decide({ address: '203.0.113.30' })
  const neighbor = await network.decide({ address: '203.0.113.31', userAgent: otherBrowser })
  const other = await network.decide({ address: '192.0.2.30' })
  const room = context.config.unpaidPerMinute
  const copies = Array.from({ length: room }, () => network.report(flood, {}))
  expect(new Set((await Promise.all(copies)).map(it => it.status))).toEqual(new Set([204]))
  const refused = read(await (await network.report(neighbor)).text())
  const paid = read(await (await network.report(other)).text())
  await network.settleAt('2026-03-02T12:00:02Z')
  const { status, statement } = await answerTo(network, refused)
  expect(status).toBe('rejected')
  const keys = [await publicKeyIn(context.db)]
  expect(readRejection(statement, refused, keys)).toBe('rate')
  expect((await answerTo(network, paid)).status).toBe('billed')
})

test('says until when it will say more of what is not settled yet', async () => {
  const network = await start()
  const receipt = read(await network.see())
  const pending = { status: 'pending', until: '2026-03-03T12:00:00.000Z' }
  expect(await answerTo(network, receipt)).toEqual(pending)
  // The period has ended but is not settled yet.
  await network.delivery.flush()
  network.context.clock.set('2026-03-02T12:00:02Z')
  expect(await answerTo(network, receipt)).toEqual(pending)
  await network.settleAt('2026-03-02T12:00:02Z')
  expect(await answerTo(network, receipt)).toMatchObject({ status: 'billed' })
})

test('does not know a decision that was never reported, and not in another minute', async () => {
  const network = await start()
  const receipt = read(await network.see())
  await network.settleAt('2026-03-02T12:00:02Z')
  const strange = await ask(network, { ...receipt, decision: Buffer.alloc(16, 1) })
  expect(strange.status).toBe(404)
  expect(await strange.json()).toMatchObject({ code: 'view_unknown' })
  const earlier = { ...receipt, received: new Date('2026-03-02T09:00:00Z') }
  expect((await ask(network, earlier)).status).toBe(404)
})

test('takes a decision in both forms, without a receipt too', async () => {
  const network = await start()
  const { decision } = read(await network.see())
  await network.settleAt('2026-03-02T12:00:02Z')
  for (const form of ['hex', 'base64url'] as const) {
    const path = `proofs/${decision.toString(form)}?received=2026-03-02T10:00:44Z`
    expect(await (await fetchLog(network, path)).json()).toMatchObject({ status: 'billed' })
  }
})

test('says that the views of a day are no longer kept', async () => {
  const network = await start()
  const receipt = read(await network.see())
  await network.settleAt('2026-03-02T12:00:02Z')
  await sql`insert into event_retention (kept_from) values ('2026-03-05')`.execute(
    network.context.db
  )
  const answer = await ask(network, receipt)
  expect(answer.status).toBe(410)
  expect(await answer.json()).toMatchObject({
    code: 'view_forgotten',
    statement: { received: receipt.received.toISOString(), signature: expect.any(String) }
  })
})

test('refuses what is not a question, and says what to ask for', async () => {
  const network = await start()
  const zeros = 'proofs/00000000000000000000000000000000'
  for (const path of [
    'proofs/ab?received=2026-03-02T10:00:00Z',
    zeros,
    `${zeros}?received=yesterday`,
    `${zeros}?received=0001-01-01T00:00:00Z`,
    `${zeros}?received=2026-03-02T10:00:00Z&sealed=zz`,
    'proofs/AAAAAAAAAAAAAAAAAAAAAB?received=2026-03-02T10:00:00Z'
  ]) {
    const answer = await fetchLog(network, path)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_question' })
  }
})

test('makes callers take turns, like the other files of the log', async () => {
  const network = await createReceiptedNetwork({ callsPerMinute: 2 })
  open.push(network)
  const receipt = read(await network.see())
  const statuses: number[] = []
  for (let call = 0; call < 3; call++) statuses.push((await ask(network, receipt)).status)
  // A proof counts as more than the two requests allowed in this minute.
  expect(statuses).toEqual([200, 429, 429])
  const answer = await fetchLog(network, 'receipt-key')
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

async function publicKeyIn(db: Database): Promise<Buffer> {
  const row = await db.selectFrom('receipt_keys').select('public_key').executeTakeFirstOrThrow()
  return row.public_key
}
