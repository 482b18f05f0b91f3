import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '@mille/server/db/data-folder.ts'
import { createBitcoinRpc } from '@mille/server/payments/bitcoin/rpc.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess({}, ['--chain'])
}, 300_000)
afterAll(() => server?.dispose())

const file = () => join(server.dataFolder, 'regtest', 'chains.json')
const written = (): { environment: Record<string, string>; children: string[] } =>
  JSON.parse(readFileSync(file(), 'utf8'))
const running = (children: readonly string[]) =>
  children.filter(it => isRunning(it.replace(/^-/, '')))
const height = () =>
  createBitcoinRpc({
    rpcUrl: written().environment.BITCOIN_RPC_URL ?? '',
    wallet: 'miner'
  }).call<number>('getblockcount')

async function expectVerified(): Promise<void> {
  const { code, stdout, stderr } = await server.mille('verify', '--chain')
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stdout).toMatch(/The blockchain holds \d{2,}\.\d{8} BTC/)
  expect(stdout).toMatch(/The blockchain holds [\d,]+\.\d{8} USD/)
}

test('the command line finds the chains of a running development start', async () => {
  // The server reads the chains before the command can find them.
  await expect
    .poll(() => server.mille('verify', '--chain'), { timeout: 60_000 })
    .toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/The blockchain holds \d{2,}\./)
    })
  await expectVerified()
})

test('the start money of the network is not a deposit that waits for an account', async () => {
  const query = 'select amount, put_away_reason as reason from deposits'
  await expect
    .poll(() => server.query(query), { timeout: 60_000 })
    .toEqual([{ amount: '30000000000', reason: 'Start money of the development network' }])
})

test('a start after a kill ends the nodes that were left behind, and continues their chain', async () => {
  const before = await height()
  const { children } = written()
  expect(running(children)).toHaveLength(3)
  await server.kill()
  expect(await server.mille('verify', '--chain')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No blockchain is connected')
  })
  await server.restart()
  expect(running(children)).toEqual([])
  expect(await height()).toBeGreaterThanOrEqual(before)
  await expectVerified()
})

test('a stop leaves nothing running', async () => {
  const { children } = written()
  await server.stop()
  expect(running(children)).toEqual([])
  expect(existsSync(file())).toBe(false)
})
