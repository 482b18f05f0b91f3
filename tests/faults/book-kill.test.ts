import { addUnit } from '@mille/server/delivery/testing/network.ts'
import { createRandom } from '@mille/testing/random.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoad } from './delivery-load.ts'
import { addRich, type Network, startNetwork } from './delivery-network.ts'
import { expectCountedOnce } from './delivery-proof.ts'
import { createStatementProxy, type StatementProxy } from './statement-proxy.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const kills = isProof ? 100 : 4
const seed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = createRandom(seed)
const windowSeconds = 5
/** Milliseconds after its end at which a window is settled. */
const graceMs = 2_000
/**
 * Maximum time in milliseconds, from when the next process is ready and settlement is due. Next to other tests, the
 * machine is slow for all processes.
 */
const longestMs = isProof ? 10_000 : 60_000

/** The work during which the worker is killed, recognized by words of its statements. */
const moments = [
  { work: 'settling', words: /insert into (settlements|settlement_shares|unit_earnings)\b/ },
  { work: 'moving money', words: /ledger_/ },
  { work: 'sealing charges', words: /public_log_/ },
  { work: 'sealing the books', words: /book_seal/ }
] as const

let network: Network
let proxy: StatementProxy
let node: ServerProcess
let worker: ServerProcess
let unit: number

beforeAll(async () => {
  process.stdout.write(`MILLE_SEED=${seed}\n`)
  network = await startNetwork()
  unit = (await addUnit(network.db)).id
  for (const trafficType of ['cpd', 'cpm', 'cpd', 'cpm'] as const)
    await addRich(network, trafficType)
  const { host, port, user, database } = network.connection
  proxy = await createStatementProxy({ host: String(host), port: Number(port) })
  // Windows that were not settled while the worker was down have to be settled too.
  const SETTLEMENT_WINDOW_SECONDS = String(windowSeconds)
  node = await network.startServer({ ROLES: 'delivery', SETTLEMENT_WINDOW_SECONDS })
  worker = await network.startServer({
    ROLES: 'worker',
    SETTLEMENT_WINDOW_SECONDS,
    DATABASE_URL: `postgres://${user}@/${database}?host=${proxy.host}&port=${proxy.port}`
  })
})
afterAll(async () => {
  await Promise.all([node, worker].map(it => it.dispose()))
  await proxy.close()
  await network.stop()
})

test(`money, seals and the public log go on after each of ${kills} kills of the worker`, async () => {
  const load = startLoad([node.url], unit, 3)
  await expect.poll(settledUntil, { timeout: 30_000 }).toBeGreaterThan(0)
  const struck = new Map<string, number>()
  let [killed, longest] = [0, 0]
  while (killed < kills) {
    const { work, words } = moments[killed % moments.length] ?? moments[0]
    const { pid } = worker
    const dead = new Promise<void>(done =>
      proxy.arm({
        nth: 1 + random.below(6),
        moment: random.chance(0.5) ? 'before' : 'after',
        words,
        strike: () => {
          process.kill(pid, 'SIGKILL')
          done()
        }
      })
    )
    await dead
    const at = Date.now()
    await worker.kill()
    await worker.restart()
    // The window in which the worker was killed is settled, and its charges are in the public log.
    const dueAt = Math.max(Date.now(), endOfWindow(at) + graceMs)
    const goesOn = async () => (await settledUntil()) > at && (await unsealedUntil(at)) === 0
    await expect
      .poll(goesOn, {
        timeout: dueAt - Date.now() + longestMs,
        interval: 50,
        message: `${work}, kill ${killed}`
      })
      .toBe(true)
    longest = Math.max(longest, Date.now() - dueAt)
    struck.set(work, (struck.get(work) ?? 0) + 1)
    killed++
  }
  proxy.disarm()
  await load.finish()
  await expectCountedOnce(network, node, load.acknowledged)
  process.stdout.write(
    `${killed} kills (${[...struck].map(it => it.join(' ')).join(', ')}): ${load.acknowledged.size} views acknowledged and counted once, at most ${longest} ms until all went on\n`
  )
})

function endOfWindow(moment: number): number {
  const windowMs = windowSeconds * 1000
  return (Math.floor(moment / windowMs) + 1) * windowMs
}

async function settledUntil(): Promise<number> {
  const [row] = await network.query<{ at: Date }>(
    'select settled_until as at from settlement_progress limit 1'
  )
  return row?.at.getTime() ?? 0
}

/** Returns how many charges of windows that had ended by that moment are missing from the public log. */
async function unsealedUntil(moment: number): Promise<number> {
  const rows = await network.query('select from unsealed_charges where window_end <= $1', [
    new Date(moment)
  ])
  return rows.length
}
