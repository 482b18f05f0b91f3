import { createReceiptedNetwork, type ReceiptedNetwork } from '@mille/testing/receipted-network.ts'
import { takeBackup } from '@mille/testing/restore.ts'
import { afterEach, expect, test } from 'vitest'
import { beginWithNewKeys, openPublicLog, sealCharges } from '../public-log/index.ts'
import { checkReceipts } from './checking/check-receipts.ts'
import { createReceipts } from './create-receipts.ts'
import { readReceipt } from './receipt.ts'
import { createReceiptKey, rewrapReceiptKeys } from './receipt-keys.ts'

const open: ReceiptedNetwork[] = []
afterEach(async () => {
  for (const network of open.splice(0)) await network.close()
})

async function start(): Promise<ReceiptedNetwork> {
  const network = await createReceiptedNetwork()
  open.push(network)
  return network
}

async function check({ app, context }: ReceiptedNetwork, receipts: readonly string[]) {
  const ask = async (path: string) => {
    const answer = await app.fetch(new Request(`http://localhost:3000${path}`))
    return { ok: true as const, status: answer.status, text: await answer.text() }
  }
  const parts = { ask, origin: 'http://localhost:3000', key: null, now: context.now }
  const { lines } = await checkReceipts(receipts.join('\n'), parts)
  return lines.map(it => it.replace(/[0-9a-f]{32}/, '…'))
}

test('says what a restore has lost, and keeps the other promises', async () => {
  const network = await start()
  const { context, delivery } = network
  const kept = await network.see()
  await delivery.flush()
  context.clock.set('2026-03-02T10:20:00Z')
  const backup = await takeBackup(context)
  const lost = await network.see()
  await delivery.stop()
  context.clock.set('2026-03-02T10:40:00Z')
  await backup.restore()
  backup.dispose()
  await network.settleAt('2026-03-02T12:00:02Z')
  expect(await check(network, [kept, lost])).toEqual([
    expect.stringMatching(
      /^Line 1: …: billed, with entry \d+ of the log: ad unit \d+, charged in BTC for \S+ to \S+\.$/
    ),
    'Line 2: …: rejected: lost_in_restore.',
    '2 of 2 receipts: 1 billed, 1 rejected, 0 not settled yet, 0 broken promises.'
  ])
  // A report without a receipt is not answered as lost, whatever the question.
  const never = { ...JSON.parse(lost), decision: '00'.repeat(16) }
  const path = `/log/proofs/${never.decision}?received=${never.received}&sealed=${never.sealed}`
  expect((await network.app.fetch(new Request(`http://localhost:3000${path}`))).status).toBe(404)
  const later = createReceipts(context)
  await later.start()
  const report = { decision: Buffer.alloc(16), reason: null, receivedAtMs: 0 }
  const { origin, key } = JSON.parse(later.write(report) ?? '{}')
  later.stop()
  expect(origin).toMatch(/^localhost:3000\/log\/\d{14}$/)
  expect(key).toBe(JSON.parse(kept).key)
})

test('keeps its key under a new secret', async () => {
  const { context, receipts } = await start()
  const before = context.config.secret
  const config = { ...context.config, secret: Buffer.alloc(32, 9) }
  const changed = { ...context, config }
  const count = () => context.db.transaction().execute(tx => rewrapReceiptKeys(tx, changed, before))
  expect(await count()).toBe(1)
  expect(await count()).toBe(0)
  const again = createReceipts(changed)
  await again.start()
  const report = { decision: Buffer.alloc(16), reason: null, receivedAtMs: 0 }
  expect(again.write(report)).toBe(receipts.write(report))
  again.stop()
})

test('what an earlier key has signed stays a receipt', async () => {
  const network = await start()
  const { context } = network
  const first = await network.see()
  await network.delivery.flush()
  await context.db.transaction().execute(tx => createReceiptKey(tx, context))
  await openPublicLog(context)
  await sealCharges(context)
  const next = createReceipts(context)
  await next.start()
  const { decision } = readReceipt(first) ?? { decision: Buffer.alloc(16) }
  const receivedAtMs = context.now().getTime()
  const second = next.write({ decision, reason: null, receivedAtMs }) ?? ''
  next.stop()
  expect(JSON.parse(second).key).not.toBe(JSON.parse(first).key)
  await network.settleAt('2026-03-02T12:00:02Z')
  expect((await check(network, [first, second])).at(-1)).toBe(
    '2 of 2 receipts: 2 billed, 0 rejected, 0 not settled yet, 0 broken promises.'
  )
})

test('says what cannot be proven once the keys of the log were lost', async () => {
  const network = await start()
  const { context } = network
  const receipt = await network.see()
  await network.settleAt('2026-03-02T12:00:02Z')
  Object.assign(context.config, { secret: Buffer.alloc(32, 9) })
  const path = new URL(`http://localhost:3000/log/proofs/${JSON.parse(receipt).decision}`)
  path.searchParams.set('received', JSON.parse(receipt).received)
  expect((await network.app.fetch(new Request(path))).status).toBe(503)
  await context.db.transaction().execute(async tx => {
    await beginWithNewKeys(tx, context)
    await createReceiptKey(tx, context)
  })
  await openPublicLog(context)
  await sealCharges(context)
  expect(await check(network, [receipt])).toEqual([
    'Line 1: …: broken promise: promised to be kept until 2026-04-01T00:00:00.000Z, and the network no longer keeps what proves it.',
    '1 of 1 receipts: 0 billed, 0 rejected, 0 not settled yet, 1 broken promise.'
  ])
})
