import { randomBytes } from 'node:crypto'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginAudit } from './admin/audit.ts'
import { acceptChange } from './cli/accept-change.ts'
import { readConfig } from './config.ts'
import { sealBooks, verifyBooks } from './seals/index.ts'
import { startServer } from './server.ts'
import { keepSharedValues } from './settings/index.ts'

const common = {
  NODE_ENV: 'production',
  SECRET: randomBytes(32).toString('hex'),
  PUBLIC_URL: 'https://mille.test',
  MAIL_URL: 'smtp://127.0.0.1:1',
  TRUSTED_PROXIES: '1',
  ROLES: 'worker',
  LOG_LEVEL: 'silent'
}

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
  await keepSharedValues(context.db, configOf({}))
})
afterAll(() => context.close())

function configOf(environment: Record<string, string>) {
  const { host, port, database } = context.connection
  const DATABASE_URL = `postgres://mille@/${database}?host=${host}&port=${port}`
  return readConfig({ ...common, DATABASE_URL, ...environment })
}

const start = (environment: Record<string, string>) => startServer(configOf(environment))
const accept = (environment: Record<string, string>, name: string) =>
  acceptChange({ ...context, config: configOf(environment) }, name)
const newSecret = () => ({ SECRET: randomBytes(32).toString('hex') })

test('a process with another value than the rest of the installation does not start, and says which', async () => {
  await expect(start(newSecret())).rejects.toThrow(
    /^SECRET is not that of this installation: set it as on the other processes, or accept the change with: mille accept-change SECRET$/
  )
  await expect(start({ TRUSTED_PROXIES: '0' })).rejects.toThrow(
    /^TRUSTED_PROXIES is 0, and 1 in the rest of this installation: /
  )
  await expect(start({ PUBLIC_URL: 'https://other.test' })).rejects.toThrow(
    'PUBLIC_URL is https://other.test, and https://mille.test in the rest'
  )
  await expect(start({ SETTLEMENT_WINDOW_SECONDS: '3600' })).rejects.toThrow(
    'SETTLEMENT_WINDOW_SECONDS is 3600, and 7200 in the rest'
  )
  // A process that runs in another environment by mistake is refused, too.
  await expect(start({ NODE_ENV: 'development', ...newSecret() })).rejects.toThrow('SECRET is not')
  const kept = await context.db.selectFrom('shared_values').select('value').execute()
  expect(kept.map(it => it.value).join()).not.toContain(common.SECRET)
})

test('a change that is accepted is the value of the installation from then on', async () => {
  const changed = { TRUSTED_PROXIES: '2' }
  expect(await accept(changed, 'TRUSTED_PROXIES')).toMatch(/^Accepted/)
  expect(await accept(changed, 'TRUSTED_PROXIES')).toMatch(/nothing was changed$/)
  await expect(start({})).rejects.toThrow('TRUSTED_PROXIES is 1, and 2 in the rest')
  await expect(accept(changed, 'PORT')).rejects.toThrow('Use accept-change with one of SECRET')
})

test('another SECRET is accepted while nothing runs, and never one that was replaced before', async () => {
  const minute = context.now()
  await context.db.insertInto('delivery_heartbeats').values({ minute }).execute()
  const next = newSecret()
  await expect(accept(next, 'SECRET')).rejects.toThrow('Stop every process first')
  await context.db.deleteFrom('delivery_heartbeats').execute()

  const seal = async (environment: Record<string, string>, name: string) => {
    const act = { userId: null, act: name, summary: name, input: {}, isGrave: false }
    await beginAudit(context.db, { ...act, at: context.now() })
    return sealBooks({ ...context, config: configOf(environment) })
  }
  expect(await seal({}, 'first')).toBe(1)
  expect(await accept(next, 'SECRET')).toContain('Now run public-log rekey with OLD_SECRET')
  expect(await seal(next, 'second')).toBe(1)
  expect(await verifyBooks({ ...context, config: configOf(next) })).toMatchObject({ ok: true })
  await expect(accept({}, 'SECRET')).rejects.toThrow('This SECRET was replaced before')
})
