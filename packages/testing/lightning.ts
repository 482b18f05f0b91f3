import { setTimeout as sleep } from 'node:timers/promises'
import {
  type LdkNode,
  type LdkOptions,
  startLdkNode
} from '@mille/server/payments/lightning/ldk/node.ts'
import { freePort } from './free-port.ts'
import type { Regtest } from './regtest.ts'
import type { TestDatabase } from './test-database.ts'

type Database = Pick<TestDatabase, 'db' | 'pool'>
type Peer = Pick<TestLightning, 'port'> & { node: () => Pick<LdkNode, 'publicKey'> }
/** What a node uses in place of a database and a port of its own. */
export type TestNodeParts = {
  database: Database
  port: number
  credit: LdkOptions['credit']
  decided?: LdkOptions['decided']
}

export type TestLightning = {
  node: () => LdkNode
  port: number
  database: Database
  warnings: string[]
  /** Stops the node, which saves nothing more, and starts it from its database alone. */
  restart: () => Promise<void>
  /** Starts another node of the same database, also while the first one runs. */
  start: (port?: number) => Promise<void>
  dispose: () => Promise<void>
}

/** Starts a node with a database and a port of its own, which connects to the given node again and again. */
export async function startTestLightning(
  regtest: Regtest,
  seedByte: number,
  peer?: Peer,
  own?: TestNodeParts
): Promise<TestLightning> {
  const shared = own && { ...own.database, close: async () => {} }
  // Only vitest's run has a database server to clone from; browser tests bring a database of their own.
  const database = shared ?? (await (await import('./test-database.ts')).createTestDatabase(5))
  const port = own?.port ?? (await freePort())
  const warnings: string[] = []
  let node: LdkNode | null = null
  const getNode = () => {
    if (!node) throw new Error('The node has not started')
    return node
  }

  async function start(listenPort = port): Promise<void> {
    node = await startLdkNode({
      db: database.db,
      blocks: regtest.rpc,
      network: 'regtest',
      seed: new Uint8Array(32).fill(seedByte),
      now: () => new Date(),
      warn: message => void warnings.push(message),
      credit: own?.credit ?? (async () => {}),
      decided: own?.decided ?? (async () => {}),
      listen: { host: '127.0.0.1', port: listenPort },
      peers: peer ? [{ publicKey: peer.node().publicKey, host: '127.0.0.1', port: peer.port }] : []
    })
  }

  await start()
  return {
    node: getNode,
    port,
    database,
    warnings,
    start,
    async restart() {
      getNode().close()
      await start()
    },
    async dispose() {
      getNode().close()
      await database.close()
    }
  }
}

/** Opens a channel that the mining wallet funds, and waits until both can use it. */
export async function openTestChannel(
  regtest: Regtest,
  from: TestLightning,
  to: TestLightning,
  amount: bigint
): Promise<void> {
  await fundTestChannel(regtest, from, to.node().publicKey, amount)
  await until(async () => await areUsable([from, to]))
}

/** Opens a channel to the node with the public key, once it is connected, and mines its blocks. */
export async function fundTestChannel(
  regtest: Regtest,
  from: TestLightning,
  to: string,
  amount: bigint
): Promise<void> {
  await until(async () => (await from.node().health()).connectedPeers === 1)
  let isFunded = false
  await from.node().openChannel(to, amount, async (script, units) => {
    const { address } = await regtest.rpc.call<{ address: string }>('decodescript', script)
    const raw = await regtest.rpc.call<string>('createrawtransaction', [], {
      [address]: `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, '0')}`
    })
    const funded = await regtest.rpc.wallet<{ hex: string }>('fundrawtransaction', raw)
    const signed = await regtest.rpc.wallet<{ hex: string }>(
      'signrawtransactionwithwallet',
      funded.hex
    )
    isFunded = true
    return signed.hex
  })
  await until(async () => {
    const pending = await regtest.rpc.call<string[]>('getrawmempool')
    return isFunded && pending.length > 0
  })
  await regtest.mine(6)
}

export async function areUsable(nodes: readonly TestLightning[]): Promise<boolean> {
  const states = await Promise.all(nodes.map(it => it.node().health()))
  return states.every(it => it.usableChannels > 0)
}

/** Waits until the condition holds; fails after 30 seconds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within 30 seconds: ${holds}`)
    await sleep(20)
  }
}
