import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addUnit } from '@mille/server/delivery/testing/network.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postView, startLoad } from './delivery-load.ts'
import { addRich, type Network, startNetwork } from './delivery-network.ts'
import { countedOnce, expectCountedOnce, sumOf, untilCounted } from './delivery-proof.ts'

const folder = mkdtempSync(join(tmpdir(), 'mille-backup-'))
const file = join(folder, 'backup.gz')
const visitors = process.env.MILLE_PROOF === 'full' ? 6 : 3

let network: Network
let copy: Network
let server: ServerProcess
let restored: ServerProcess
let unit: number

beforeAll(async () => {
  network = await startNetwork()
  // A separate machine, with the secret that the operator has kept beside the backup.
  copy = await startNetwork()
  unit = (await addUnit(network.db)).id
  for (const trafficType of ['cpd', 'cpm'] as const) await addRich(network, trafficType)
  const environment = {
    SECRET: randomBytes(32).toString('hex'),
    ROLES: 'delivery,worker',
    SETTLEMENT_WINDOW_SECONDS: '2'
  }
  server = await network.startServer(environment)
  restored = await copy.startServer(environment)
})
afterAll(async () => {
  await Promise.all([server, restored].map(it => it.dispose()))
  await Promise.all([network, copy].map(it => it.stop()))
  rmSync(folder, { recursive: true, force: true })
})

test('a backup under a load of views has counters that equal its log, and counts on after it is restored', async () => {
  const load = startLoad([server.url], unit, visitors)
  await sleep(2500)
  const before = load.acknowledged.size
  expect(await server.mille('backup', file)).toMatchObject({ code: 0, stderr: '' })
  const after = load.acknowledged.size
  await sleep(1500)
  await load.finish()
  // The backup disturbs no requests.
  expect(load.figures).toMatchObject({ notDecided: 0, putOff: 0, unanswered: 0 })
  await expectCountedOnce(network, server, load.acknowledged, load.clicked)
  await server.stop()

  expect(await restored.mille('restore', file)).toMatchObject({ code: 0, stderr: '' })
  await restored.stop()
  await restored.restart()
  // Reports that were in the log but not yet counted at the time of the backup are counted now.
  await untilCounted(copy)
  const kept = await countedOnce(copy, 'viewable')
  expect(kept.size).toBeGreaterThanOrEqual(before)
  expect(kept.size).toBeLessThanOrEqual(after)
  expect([...kept].filter(it => !load.acknowledged.has(it))).toEqual([])
  await expectCountedOnce(copy, restored, kept, load.clicked)

  // Every page that was open sends its report again, and new visitors come.
  const answers = await Promise.all(load.sent.map(sent => postView(restored.url, sent)))
  expect(new Set(answers.map(it => it?.status))).toEqual(new Set([204]))
  const later = startLoad([restored.url], unit, visitors)
  await sleep(2500)
  await later.finish()
  expect(later.acknowledged.size).toBeGreaterThan(10)
  await untilCounted(copy)
  const counted = await countedOnce(copy, 'viewable')
  // Reports after the backup are lost with the machine: their visitors have other names now.
  expect([...counted].filter(it => !kept.has(it) && !later.acknowledged.has(it))).toEqual([])
  await expectCountedOnce(copy, restored, new Set([...kept, ...later.acknowledged]))
  const refused = (await sumOf(copy, 'rejected_foreign')) + (await sumOf(copy, 'rejected_repeated'))
  expect(refused).toBeGreaterThanOrEqual(BigInt(load.sent.length))
  process.stdout.write(
    `${kept.size} of ${load.acknowledged.size} views in the backup, ${later.acknowledged.size} counted after it was restored\n`
  )
})
