import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createReceiptedNetwork, type ReceiptedNetwork } from '@mille/testing/receipted-network.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createAskNetwork } from './checking/ask-network.ts'
import { checkReceipts } from './checking/check-receipts.ts'

const open: ReceiptedNetwork[] = []
const servers: Server[] = []

async function start(): Promise<ReceiptedNetwork> {
  const network = await createReceiptedNetwork()
  open.push(network)
  return network
}

/** Returns the output of the command for the receipts and a network's (possibly changed) answers. */
async function check(
  network: ReceiptedNetwork,
  receipts: readonly string[],
  { change = (text: string) => text, key = null as string | null } = {}
) {
  const ask = async (path: string) => {
    const answer = await network.app.fetch(new Request(`http://localhost:3000${path}`))
    return { ok: true as const, status: answer.status, text: change(await answer.text()) }
  }
  const parts = { ask, origin: 'http://localhost:3000', key, now: network.context.now }
  const { result, lines } = await checkReceipts(receipts.join('\n'), parts)
  return { result, isRight: result === 'right', said: lines.slice(0, -1), sum: lines.at(-1) }
}

afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
})

let network: ReceiptedNetwork
let receipts: string[]

/** Three views, one of them rejected, are settled in the first period; one more follows in the next period. */
beforeAll(async () => {
  network = await start()
  const view = await network.decide()
  const rejected = await network.report({
    ...view,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  })
  receipts = [await network.see(), await network.see(), await rejected.text()]
  await network.settleAt('2026-03-02T12:00:02Z')
  receipts.push(await network.see())
})
afterAll(async () => {
  for (const it of open.splice(0)) await it.close()
})

test('says what became of each view, with a sum', async () => {
  const { isRight, said, sum } = await check(network, receipts)
  expect(isRight).toBe(true)
  expect(said).toEqual([
    expect.stringMatching(
      /^Line 1: [0-9a-f]{32}: billed, with entry 2 of the log: ad unit \d+, charged in BTC for 2026-03-02T10:00:00.000Z to 2026-03-02T12:00:00.000Z\.$/
    ),
    expect.stringMatching(
      /^Line 2: [0-9a-f]{32}: billed, with entry 2 of the log: ad unit \d+, charged in BTC for 2026-03-02T10:00:00.000Z to 2026-03-02T12:00:00.000Z\.$/
    ),
    expect.stringMatching(/^Line 3: [0-9a-f]{32}: rejected: foreign\.$/),
    expect.stringMatching(
      /^Line 4: [0-9a-f]{32}: not settled yet; the network has until 2026-03-03T14:00:00\.000Z\.$/
    )
  ])
  expect(sum).toBe('4 of 4 receipts: 2 billed, 1 rejected, 1 not settled yet, 0 broken promises.')
})

test('says which line is not a receipt, and continues', async () => {
  const [first = '', second = ''] = receipts
  const forged = first.replace(/"received":"2026-03-02T10:00/, '"received":"2026-03-02T10:01')
  const strange = JSON.stringify({ ...JSON.parse(first), origin: 'other.example/log' })
  const { isRight, said, sum } = await check(network, [
    ...['hello', '', forged, strange, `${first.slice(0, -1)}`],
    second
  ])
  expect(isRight).toBe(false)
  expect(said.map(it => it.replace(/[0-9a-f]{32}/, '…'))).toEqual([
    'Line 1: this is not a receipt.',
    'Line 3: not a valid receipt: its signature is wrong.',
    'Line 4: not a valid receipt: it is a receipt of other.example/log, and not of localhost:3000/log.',
    'Line 5: this is not a receipt.',
    `Line 6: …: billed, with entry 2 of the log: ad unit ${network.unit}, charged in BTC for 2026-03-02T10:00:00.000Z to 2026-03-02T12:00:00.000Z.`
  ])
  expect(sum).toBe('1 of 5 receipts: 1 billed, 0 rejected, 0 not settled yet, 0 broken promises.')
})

test('says that a file has no receipts', async () => {
  expect(await check(network, ['', ' '])).toMatchObject({
    isRight: false,
    sum: 'The file has no receipts.'
  })
})

test('believes no other key of the log', async () => {
  const other = await start()
  const otherKey = await (
    await other.app.fetch(new Request('http://localhost:3000/log/key'))
  ).text()
  expect((await check(network, receipts, { key: otherKey })).sum).toBe(
    'A checkpoint is not signed with the key of localhost:3000/log.'
  )
  expect((await check(network, receipts, { key: 'a key' })).sum).toBe(
    'The key that was passed with --key is not a verifier key.'
  )
  const { isRight, said } = await check(other, receipts.slice(0, 1))
  expect(isRight).toBe(false)
  expect(said).toEqual([
    'Line 1: not a valid receipt: the log has no key with which it could have been signed.'
  ])
})

/** False answers of a network, and what the check says about each. */
const lies: [name: string, change: (text: string) => string, said: RegExp][] = [
  [
    'another leaf',
    text => text.replace(/"leaf":"(.{40})./, '"leaf":"$1f'),
    /broken promise: the view is not among those of the charge that is shown/
  ],
  [
    'a view of somebody else',
    text => text.replace(/"leaf":"./, '"leaf":"x').replace('"leaf":"x', '"leaf":"'),
    /broken promise: the network says that it is billed, without a whole proof/
  ],
  [
    'another charge',
    text => text.replace('"asset":"BTC"', '"asset":"USD"'),
    /broken promise: the charge that is shown is not in the log/
  ],
  [
    'no proof at all',
    text => (text.includes('leafProof') ? '{"status":"billed"}' : text),
    /broken promise: the network says that it is billed, without a whole proof/
  ],
  [
    'a reason that it does not sign',
    text =>
      text.includes('leafProof') ? '{"status":"rejected","statement":{"reason":"bot"}}' : text,
    /broken promise: the network says that it was rejected, and does not sign a reason/
  ],
  [
    'something else',
    text => (text.includes('leafProof') ? '<html>' : text),
    /the network answered with 200 and no proof/
  ]
]

test.each(lies)('is not satisfied with %s', async (_, change, sentence) => {
  const { isRight, said } = await check(network, receipts.slice(0, 1), { change })
  expect(isRight).toBe(false)
  expect(said[0]).toMatch(sentence)
})

test('says that a promise was broken when a view was dropped, once its time is over', async () => {
  const dropped = await start()
  const written = [await dropped.see(), await dropped.see()]
  await dropped.delivery.flush()
  // Edits the database as an attacker with access to it could.
  await sql`delete from event_log_batches`.execute(dropped.context.db).catch(() => {})
  await dropped.settleAt('2026-03-02T12:00:02Z')
  const before = await check(dropped, written)
  expect(before).toMatchObject({ isRight: true })
  expect(before.sum).toBe(
    '2 of 2 receipts: 0 billed, 0 rejected, 2 not settled yet, 0 broken promises.'
  )
  dropped.context.clock.set('2026-03-03T12:00:01Z')
  const { isRight, said, sum } = await check(dropped, written)
  expect(isRight).toBe(false)
  expect(said[0]).toMatch(
    /broken promise: promised by 2026-03-03T12:00:00.000Z, and the network says that it was never reported/
  )
  expect(sum).toBe('2 of 2 receipts: 0 billed, 0 rejected, 0 not settled yet, 2 broken promises.')
})

test('says in one sentence why a network cannot be asked', async () => {
  const server = createServer(getRequestListener(() => new Response('hello', { status: 404 })))
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sayOf = async (address: string) => {
    const ask = createAskNetwork(address)
    const parts = { ask, origin: address, key: null, now: network.context.now }
    return (await checkReceipts(receipts[0] ?? '', parts)).lines
  }
  expect(await sayOf(origin)).toEqual([`${origin} does not serve the key of a public log.`])
  server.close()
  expect(await sayOf('http://127.0.0.1:1')).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be reached: .+\.$/)
  ])
})

test('says that a promise was broken when a view is forgotten before the promised day, and only then', async () => {
  const forgetful = await start()
  const receipt = await forgetful.see()
  expect(JSON.parse(receipt).kept).toBe('2026-04-01T00:00:00.000Z')
  await forgetful.settleAt('2026-03-02T12:00:02Z')
  await sql`insert into event_retention (kept_from) values ('2026-03-05')`.execute(
    forgetful.context.db
  )
  const early = await check(forgetful, [receipt])
  expect(early.result).toBe('wrong')
  expect(early.said[0]).toMatch(
    /broken promise: promised to be kept until 2026-04-01T00:00:00.000Z, and the network no longer keeps what proves it/
  )
  expect(early.sum).toContain('1 broken promise')
  forgetful.context.clock.set('2026-04-01T00:00:00Z')
  const late = await check(forgetful, [receipt])
  expect(late.result).toBe('unverified')
  expect(late.sum).toMatch(/0 broken promises, 1 no longer kept\.$/)
  const unsigned = (text: string) => text.replace(/"signature":"../, '"signature":"zz')
  const without = await check(forgetful, [receipt], {
    change: text => (text.includes('view_forgotten') ? unsigned(text) : text)
  })
  expect(without.said[0]).toMatch(/does not sign that it no longer keeps what proves it/)
  expect(without.result).toBe('unverified')
})

test('says that a network that cannot be reached has verified nothing', async () => {
  const parts = { origin: 'http://127.0.0.1:1', key: null, now: network.context.now }
  const ask = createAskNetwork(parts.origin)
  const { result } = await checkReceipts(receipts[0] ?? '', { ...parts, ask })
  expect(result).toBe('unverified')
})
