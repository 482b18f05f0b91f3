import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createReceiptedNetwork, type ReceiptedNetwork } from '@mille/testing/receipted-network.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect.ts'
import { createListener } from '../http/listener.ts'
import { canonicalJson, isSignatureOf, sealCharges } from '../public-log/index.ts'
import { createReceipts } from './create-receipts.ts'
import { readReceipt, receiptKeyId } from './receipt.ts'
import { readReceiptKeys } from './receipt-keys.ts'
import { openReason } from './seal-reason.ts'

let network: ReceiptedNetwork
beforeAll(async () => {
  network = await createReceiptedNetwork()
})
afterAll(() => network.close())

const logFile = (path: string) =>
  network.app.fetch(new Request(`http://localhost:3000/log/${path}`))

/** Returns what the network itself reads in a receipt. */
async function reasonIn(text: string) {
  const receipt = readReceipt(text)
  const [key] = await readReceiptKeys(network.context.db, network.context)
  return receipt && key ? openReason(key.sealing, receipt.decision, receipt.sealed) : undefined
}

test('gives a signed receipt to a report that asks for one', async () => {
  network.context.clock.set('2026-03-02T10:00:30.250Z')
  const view = await network.decide()
  const answer = await network.report(view)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await answer.text()
  const key = await publicKeyIn(network.context.db)
  expect(JSON.parse(text)).toEqual({
    by: '2026-03-03T12:00:00.000Z',
    decision: Buffer.from(view.token, 'base64url').toString('hex', 0, 16),
    kept: '2026-04-01T00:00:00.000Z',
    key: receiptKeyId(key).toString('hex'),
    origin: 'localhost:3000/log',
    received: '2026-03-02T10:00:00.000Z',
    sealed: expect.stringMatching(/^[0-9a-f]{32}$/),
    signature: expect.any(String),
    version: 2
  })
  expect(text).toBe(canonicalJson(JSON.parse(text)))
  const { signature, ...signed } = JSON.parse(text)
  const message = Buffer.from(`mille-receipt/v1\n${canonicalJson(signed)}`)
  expect(isSignatureOf(message, Buffer.from(signature, 'base64'), key)).toBe(true)
  const moved = Buffer.from(message.toString().replace('10:00:00', '10:01:00'))
  expect(isSignatureOf(moved, Buffer.from(signature, 'base64'), key)).toBe(false)
})

test('gives the same receipt for the same report, within its minute', async () => {
  network.context.clock.set('2026-03-02T10:01:10.000Z')
  const view = await network.decide()
  const receipts = await Promise.all([1, 2, 3].map(async () => (await network.report(view)).text()))
  expect(new Set(receipts).size).toBe(1)
  network.context.clock.set('2026-03-02T10:03:00.000Z')
  const later = await (await network.report(view)).text()
  expect(JSON.parse(later).received).toBe('2026-03-02T10:03:00.000Z')
})

test('gives none to a report that does not ask, or is of no view', async () => {
  const view = await network.decide()
  for (const more of [
    {},
    { receipt: 1 },
    { receipt: false },
    { kind: 'rendered', receipt: true }
  ]) {
    const answer = await network.report(view, more)
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
  }
})

test('gives none for a token that is forged', async () => {
  const view = await network.decide()
  // Changes a character in the middle: some bits of the last character mean nothing.
  const forged = [...view.token].map((it, at) => (at === 20 ? (it === 'A' ? 'B' : 'A') : it))
  const answer = await network.report({ ...view, token: forged.join('') })
  expect(answer.status).toBe(204)
})

test('says to the network alone that a report was rejected at once', async () => {
  expect(await reasonIn(await network.see())).toBe(null)
  const foreign = await network.decide()
  const rejected = await network.report({
    ...foreign,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  })
  expect(await reasonIn(await rejected.text())).toBe('foreign')
  const bot = await network.decide()
  const answer = await network.report({ ...bot, userAgent: 'Googlebot/2.1' })
  const text = await answer.text()
  expect(await reasonIn(text)).toBe('bot')
  expect(text).not.toContain('bot')
  const late = await network.decide()
  network.context.clock.advance(2 * 60 * 60 * 1000 + 1)
  expect(await reasonIn(await (await network.report(late)).text())).toBe('expired')
})

test('has its key in the log, where anyone can see it', async () => {
  await sealCharges(network.context)
  const shown = (await (await logFile('receipt-key')).json()) as {
    entries: { entry: Record<string, unknown> }[]
  }
  expect(shown.entries.map(it => it.entry)).toMatchObject([
    { kind: 'genesis' },
    { kind: 'receipt_key', key: (await publicKeyIn(network.context.db)).toString('base64') }
  ])
})

test('signs with one key on every node', async () => {
  const others = [createReceipts(network.context), createReceipts(network.context)]
  const report = { decision: Buffer.alloc(16, 7), reason: null, receivedAtMs: 1_772_445_600_000 }
  for (const it of others) await it.start()
  const written = [network.receipts, ...others].map(it => it.write(report))
  for (const it of others) it.stop()
  expect(new Set(written).size).toBe(1)
  expect(written[0]).not.toBe(null)
})

test('gives no receipt before the log has begun, and none under a secret that cannot read the key', async () => {
  const { context } = network
  const report = { decision: Buffer.alloc(16, 7), reason: null, receivedAtMs: 0 }
  expect(createReceipts(context).write(report)).toBe(null)
  const config = { ...context.config, secret: Buffer.alloc(32, 1) }
  const other = createReceipts({ ...context, config })
  await other.start()
  expect(other.write(report)).toBe(null)
  other.stop()
})

test.each(['', 'null', '{}', '[1]', '"receipt"', '{"signature":1}', '{', 'x'.repeat(2000)])(
  'reads %j as no receipt',
  text => {
    expect(readReceipt(text)).toBe(null)
  }
)

test('reads a receipt back, and none with another field or form', async () => {
  const text = await network.see()
  expect(readReceipt(text)).not.toBe(null)
  const value = JSON.parse(text)
  for (const edit of [
    { version: 3 },
    { version: 1 },
    { kept: '2026-04-01' },
    { more: 1 },
    { decision: 'ab' },
    { received: '2026-03-02T10:00:01.000Z' },
    { received: '2026-03-02' },
    { by: 5 },
    { sealed: `${value.sealed}00` },
    { signature: `${value.signature}=` }
  ])
    expect(readReceipt(JSON.stringify({ ...value, ...edit }))).toBe(null)
})

test('the server before the app answers with the same receipt', async () => {
  const { delivery, context } = network
  const server = createListener(delivery.app, delivery.listen()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  context.clock.set('2026-03-02T10:30:00.000Z')
  const view = await network.decide({ address: '127.0.0.1' })
  const post = (more: object) =>
    fetch(`http://127.0.0.1:${port}/serve/view`, {
      method: 'POST',
      body: JSON.stringify({ token: view.token, kind: 'viewable', ...more }),
      headers: { 'user-agent': view.userAgent, 'content-type': 'text/plain' }
    })
  const answer = await post({ receipt: true })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json')
  const text = await answer.text()
  expect(answer.headers.get('content-length')).toBe(String(text.length))
  expect(readReceipt(text)).not.toBe(null)
  expect(await (await network.report(view)).text()).toBe(text)
  expect((await post({})).status).toBe(204)
  server.close()
  server.closeAllConnections()
})

async function publicKeyIn(db: Database): Promise<Buffer> {
  const row = await db.selectFrom('receipt_keys').select('public_key').executeTakeFirstOrThrow()
  return row.public_key
}
