import { freePort } from '@mille/testing/free-port.ts'
import { until } from '@mille/testing/lightning.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let regtest: Regtest
let server: ServerProcess

beforeAll(async () => {
  regtest = await startRegtest()
  await regtest.mine(1)
  server = await startServerProcess({
    BITCOIN_NETWORK: 'regtest',
    BITCOIN_RPC_URL: regtest.config.rpcUrl,
    BITCOIN_XPUB: regtest.config.xpub,
    LIGHTNING: 'embedded',
    LIGHTNING_SEED: 'd1e2'.repeat(16),
    LIGHTNING_LISTEN: `127.0.0.1:${await freePort()}`
  })
})
afterAll(async () => {
  await server?.dispose()
  await regtest?.dispose()
})

const read = () => server.query('select generation, stopped, height from lightning_node')

test('a server of its own runs the node and continues it after it was killed', async () => {
  await until(async () => (await read())[0]?.height !== undefined)
  await server.kill()
  await server.restart()
  await until(async () => Number((await read())[0]?.generation) === 2)
  await until(async () => (await read())[0]?.stopped === null)
  expect(server.output()).not.toContain('Lightning:')
  expect(await server.stop()).toBe(0)
})
