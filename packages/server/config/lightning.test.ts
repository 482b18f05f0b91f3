import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { StartError } from '../start-error.ts'

const seed = '5e9d0c71b8a2f346'.repeat(4)
const secret = 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90'
const base = {
  NODE_ENV: 'test',
  SECRET: secret,
  BITCOIN_NETWORK: 'regtest',
  BITCOIN_RPC_URL: 'http://user:password@127.0.0.1:18443',
  BITCOIN_XPUB: `tpub${'A'.repeat(107)}`,
  LIGHTNING: 'embedded',
  LIGHTNING_SEED: seed
}
const node = `02${'ab'.repeat(32)}`

function problemOf(changes: Record<string, string>): string {
  try {
    readConfig({ ...base, ...changes })
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  return ''
}

test('Lightning is off unless it is turned on, also with a seed', () => {
  expect(readConfig({ ...base, LIGHTNING: '' }).payments.lightning).toBeNull()
  expect(readConfig(base).payments.lightning).toEqual({
    seed: Buffer.from(seed, 'hex'),
    listen: null,
    peers: [],
    minimumDeposit: 1_000n,
    maximumDeposit: 1_000_000n,
    network: 'regtest',
    minimumWithdrawal: 1_000n,
    maximumWithdrawal: 1_000_000n
  })
})

test('the node’s addresses are read with their ports', () => {
  const LIGHTNING_PEERS = `${node}@127.0.0.1:9735 ${node}@[::1]:9736`
  const { payments } = readConfig({ ...base, LIGHTNING_LISTEN: '0.0.0.0:9735', LIGHTNING_PEERS })
  expect(payments.lightning).toMatchObject({
    listen: { host: '0.0.0.0', port: 9735 },
    peers: [
      { publicKey: node, host: '127.0.0.1', port: 9735 },
      { publicKey: node, host: '::1', port: 9736 }
    ]
  })
})

test.each([
  [{ BITCOIN_NETWORK: 'mainnet' }, 'is for development and tests, and is refused on mainnet'],
  [{ BITCOIN_NETWORK: '' }, 'is for development and tests, and is refused on mainnet'],
  [{ LIGHTNING_SEED: '' }, 'LIGHTNING is embedded, so LIGHTNING_SEED must be set too'],
  [{ BITCOIN_RPC_URL: '' }, 'LIGHTNING is embedded, so BITCOIN_RPC_URL must be set too'],
  [{ LIGHTNING_SEED: seed.slice(1) }, 'LIGHTNING_SEED must be 64 hexadecimal digits'],
  [{ LIGHTNING_LISTEN: '9735' }, 'LIGHTNING_LISTEN must be an address and a port'],
  [{ LIGHTNING_PEERS: '127.0.0.1:9735' }, 'LIGHTNING_PEERS must be nodes such as 02']
])('%o is refused with the reason', (changes, reason) => {
  const problem = problemOf(changes)
  expect(problem).toContain(reason)
  expect(problem).not.toContain(seed.slice(1))
})
