import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BitcoinConfig } from '@mille/server/config/payments.ts'
import { type BitcoinRpc, createBitcoinRpc } from '@mille/server/payments/bitcoin/rpc.ts'
import { HDKey } from '@scure/bip32'
import { ensureBitcoind } from '../../scripts/lib/bitcoind.mjs'
import { newDataFolder } from './data-folder.ts'
import { fillFromTemplate } from './data-template.ts'
import { freePort } from './free-port.ts'

export type Regtest = {
  /** Calls the node and its wallet that mines and pays. */
  rpc: BitcoinRpc
  config: BitcoinConfig
  /** The private key of the account that `config.xpub` belongs to. */
  xprv: string
  /** Mines blocks that include the pending transactions; returns the block hashes. */
  mine: (count: number) => Promise<string[]>
  /** Mines empty blocks. */
  mineEmpty: (count: number) => Promise<void>
  /**
   * Pays from the mining wallet with a replaceable transaction; amounts are text in BTC. Returns the transaction id.
   */
  pay: (outputs: Readonly<Record<string, string>>) => Promise<string>
  /** Removes the last blocks from the chain. */
  rewind: (count: number) => Promise<void>
  /** Spends the inputs of a pending transaction elsewhere, at a higher fee. */
  doubleSpend: (transactionId: string) => Promise<string>
  pid: () => number
  stop: () => Promise<void>
  start: () => Promise<void>
  dispose: () => Promise<void>
}

const blocksAtOnce = 5
const seed = Buffer.from('Regtest money is worth nothing..')

/** Starts a real bitcoind with a separate chain, whose first coins are spendable. */
export async function startRegtest(options: readonly string[] = []): Promise<Regtest> {
  const folder = newDataFolder('regtest')
  await fillFromTemplate(folder, 'regtest', async template => {
    const regtest = await startRegtestIn(template)
    await regtest.stop()
  })
  return startRegtestIn(folder, options)
}

/** Starts a real bitcoind whose chain is kept in the given folder. */
export async function startRegtestIn(
  folder: string,
  moreOptions: readonly string[] = []
): Promise<Regtest> {
  const program = await ensureBitcoind()
  const port = await freePort()
  // Each node has its own password: if its port is taken, the node that holds the port is not mistaken for it.
  const password = randomBytes(16).toString('hex')
  const rpcUrl = `http://mille:${password}@127.0.0.1:${port}`
  // The test's own RPC calls time out only after five minutes, for busy machines.
  const rpc = createBitcoinRpc({ rpcUrl, wallet: 'miner' }, 300_000)
  const versions = { private: 0x04358394, public: 0x043587cf }
  const account = HDKey.fromMasterSeed(seed, versions).derive("m/84'/1'/0'")
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const options = [
      '-regtest',
      `-datadir=${folder}`,
      `-rpcport=${port}`,
      '-rpcuser=mille',
      `-rpcpassword=${password}`,
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      '-listen=0',
      '-server=1',
      '-txindex=1',
      '-fallbackfee=0.0001',
      '-addresstype=bech32',
      '-dnsseed=0',
      '-printtoconsole=0',
      '-dbcache=8',
      '-keypool=20',
      // A chain that has had no blocks for a day does not count as syncing.
      '-maxtipage=3153600000',
      ...moreOptions
    ]
    child = spawn(program, options, { stdio: 'ignore' })
    const deadline = Date.now() + 60_000
    for (;;) {
      try {
        await rpc.call('getblockchaininfo')
        return
      } catch (error) {
        if (child.exitCode !== null || Date.now() > deadline) throw error
        await sleep(50)
      }
    }
  }

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    child = null
  }

  const newAddress = () => rpc.wallet<string>('getnewaddress')
  /** Mines a few blocks per call: on a busy machine, a hundred blocks would exceed the call's timeout. */
  async function mine(count: number): Promise<string[]> {
    const hashes: string[] = []
    while (hashes.length < count) {
      const next = Math.min(count - hashes.length, blocksAtOnce)
      hashes.push(...(await rpc.call<string[]>('generatetoaddress', next, await newAddress())))
    }
    await letWalletsSee()
    return hashes
  }

  /** Waits until the node has notified its wallets of a transaction, as wallet calls do not wait for that. */
  async function letWalletsSee(): Promise<void> {
    await rpc.call('syncwithvalidationinterfacequeue')
  }

  await start()
  const { wallets } = await rpc.call<{ wallets: unknown[] }>('listwalletdir')
  if (wallets.length === 0) {
    await rpc.call('createwallet', 'miner', false, false, '', false, true, true)
    await mine(110)
  }
  return {
    rpc,
    config: {
      name: 'bitcoin',
      rpcUrl,
      wallet: 'mille',
      xpub: account.publicExtendedKey,
      network: 'regtest',
      confirmations: 2,
      minimumDeposit: 5_000n
    },
    xprv: account.privateExtendedKey,
    mine,
    async mineEmpty(count) {
      for (let block = 0; block < count; block++)
        await rpc.call('generateblock', await newAddress(), [])
    },
    async pay(outputs) {
      const { txid } = await rpc.wallet<{ txid: string }>('send', outputs, null, 'unset', 5, {
        replaceable: true
      })
      await letWalletsSee()
      return txid
    },
    async rewind(count) {
      const height = await rpc.call<number>('getblockcount')
      const hash = await rpc.call<string>('getblockhash', height - count + 1)
      await rpc.call('invalidateblock', hash)
    },
    async doubleSpend(transactionId) {
      const address = await newAddress()
      const { hex } = await rpc.wallet<{ hex: string }>('gettransaction', transactionId)
      const { vin } = await rpc.call<{ vin: { txid: string; vout: number }[] }>(
        'decoderawtransaction',
        hex
      )
      let total = 0
      for (const it of vin) {
        const before = await rpc.call<{ vout: { value: string }[] }>(
          'getrawtransaction',
          it.txid,
          true
        )
        total += Number(before.vout[it.vout]?.value)
      }
      const raw = await rpc.call<string>('createrawtransaction', vin, {
        [address]: (total - 0.01).toFixed(8)
      })
      const signed = await rpc.wallet<{ hex: string }>('signrawtransactionwithwallet', raw)
      return rpc.call<string>('sendrawtransaction', signed.hex, 0)
    },
    pid: () => child?.pid ?? 0,
    stop,
    start,
    async dispose() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
