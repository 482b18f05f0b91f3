import { randomBytes } from 'node:crypto'
import type { Context } from '@mille/server/context.ts'
import { verifyLedger } from '@mille/server/ledger/index.ts'
import { credit } from '@mille/testing/campaigns.ts'
import { createStranger, type Stranger } from '@mille/testing/contract/stranger.ts'
import { createRandom } from '@mille/testing/random.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { createTestDatabase, type TestDatabase } from '@mille/testing/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStatementProxy, type StatementProxy } from './statement-proxy.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const seed = Number(process.env.MILLE_SEED ?? 20_260_302)
/** More statements than funding a campaign takes: the proof ends when nothing is left to kill. */
const maxStatements = 60
const tries = isProof ? maxStatements * 2 : 4

let database: TestDatabase
let proxy: StatementProxy
let server: ServerProcess
let stranger: Stranger
let campaign: { id: string; userId: string }

beforeAll(async () => {
  database = await createTestDatabase(4)
  const { host, port, database: name } = database.connection
  proxy = await createStatementProxy({ host: String(host), port: Number(port) })
  server = await startServerProcess({
    ROLES: 'web',
    SECRET: randomBytes(32).toString('hex'),
    DATABASE_URL: `postgres://mille@/${name}?host=${proxy.host}&port=${proxy.port}`
  })
  stranger = createStranger(server.url)
  const user = await stranger.write('POST', '/api/v1/users', {
    data: { type: 'users', attributes: { anonymous: true } }
  })
  const made = await stranger.write('POST', '/api/v1/campaigns', {
    data: {
      type: 'campaigns',
      attributes: {
        link_text: 'Bread',
        creative_link: 'https://bread.example/',
        creative_text: 'Fresh every day',
        daily_budget: '1000'
      }
    }
  })
  campaign = { id: made.body.data.id, userId: user.body.data.id }
})
afterAll(async () => {
  await server?.dispose()
  await proxy?.close()
  await database?.close()
})

test(`a server that is killed at a statement of a write leaves one effect, ${tries} times by seed ${seed}`, async () => {
  const random = createRandom(seed)
  const context = { db: database.db, now: () => new Date() } as Context
  let funded = 0
  let struck = 0
  for (let round = 0; round < tries; round++) {
    const nth = isProof ? Math.floor(round / 2) + 1 : 1 + random.below(12)
    const moment = round % 2 === 0 ? 'before' : 'after'
    await credit(context, campaign.userId, 1000n)
    const key = crypto.randomUUID()
    const fund = () =>
      stranger.write(
        'POST',
        `/api/v1/campaigns/${campaign.id}/fundings`,
        { data: { type: 'campaign_fundings', attributes: { amount: '1000' } } },
        { 'Idempotency-Key': key }
      )
    const { pid } = server
    proxy.arm({ nth, moment, strike: () => process.kill(pid, 'SIGKILL') })
    await fund().catch(() => null)
    if (proxy.disarm()) {
      struck++
      await server.kill()
      await server.restart()
    }
    funded += 1000
    const repeated = await fund()
    expect(repeated.status, `${moment} statement ${nth}`).toBe(201)
    const again = await fund()
    expect(again.body).toEqual(repeated.body)
    const read = await stranger.read(`/api/v1/campaigns/${campaign.id}`)
    expect(read.body.data.attributes.balance, `${moment} statement ${nth}`).toBe(String(funded))
  }
  expect(struck).toBeGreaterThanOrEqual(Math.min(tries, 4) - 1)
  expect(await verifyLedger(database.db)).toMatchObject({ ok: true })
})
