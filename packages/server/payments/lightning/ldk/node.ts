import type { Event_FundingGenerationReady, KeysManager } from 'lightningdevkit'
import { Recipient, Result_ChannelIdAPIErrorZ_OK, Result_PublicKeyNoneZ_OK } from 'lightningdevkit'
import type { Database, Tx } from '../../../db/connect.ts'
import type {
  DecidedPayment,
  Lightning,
  LightningChange,
  LightningNetwork,
  Received
} from '../lightning.ts'
import { fromHex, toHex } from './bytes.ts'
import { createApi } from './create-api.ts'
import { createFees, type Fees } from './fees.ts'
import { type BlockSource, followBlocks, readTip } from './follow-blocks.ts'
import { handleEvent } from './handle-event.ts'
import { loadWasm } from './load-wasm.ts'
import { findLost } from './lost-payments.ts'
import { createKeys, createParts, createPeers, type Parts } from './parts.ts'
import { createPersist } from './persist.ts'
import { lowestPlace, restore, watchMonitors } from './restore.ts'
import { createSockets, type PeerAddress, type Sockets } from './sockets.ts'
import { openStore, type Store } from './store.ts'
import { createTurns, type Running, type Turns } from './turns.ts'

export type LdkOptions = {
  db: Database
  blocks: BlockSource
  network: LightningNetwork
  /** 32 bytes from which all keys of the node follow. */
  seed: Uint8Array
  now: () => Date
  warn: (message: string) => void
  /** Where peers connect; null accepts no connections. */
  listen: { host: string; port: number } | null
  /** Peers to which the node connects again whenever the connection is lost. */
  peers: readonly PeerAddress[]
  /** Is called in the transaction that settles an invoice, once for each. If it fails, the node stops. */
  credit: (tx: Tx, received: Received) => Promise<void>
  /** Is called in the transaction that decides a payment, once for each. If it fails, the node stops. */
  decided: (tx: Tx, payment: DecidedPayment) => Promise<void>
}
/** Makes and signs a transaction with one output to the script; nothing sends it but the node. */
export type Fund = (script: string, amount: bigint) => Promise<string>

export type LdkNode = Lightning & {
  publicKey: string
  /** Opens a channel to a connected peer. It is usable after its transaction has enough blocks. */
  openChannel: (peer: string, amount: bigint, fund: Fund) => Promise<void>
  /** Stops at once. Nothing is left to save: whatever had an effect is in the database. */
  close: () => void
}
export type Shared = {
  options: LdkOptions
  publicKey: string
  turns: Turns
  running: () => Running
  height: () => number
  listeners: Set<(change: LightningChange) => void>
}

/**
 * Starts a node of LDK from its rows in the database, or a new one. Decision 289 says what is missing before it may hold
 * real money; the configuration refuses it on the main network.
 */
export async function startLdkNode(options: LdkOptions): Promise<LdkNode> {
  await loadWasm()
  const keys = createKeys(options.seed, options.now())
  const publicKey = publicKeyOf(keys)
  const store = await openStore(options.db, publicKey)
  const listeners: Shared['listeners'] = new Set()
  const funds = new Map<string, Fund>()
  const cleanUps: (() => void)[] = []
  let running: Running | null = null
  const getRunning = () => running ?? fail()
  const turns = createNodeTurns(options, store, { getRunning, listeners, funds, cleanUps })
  const fees = createFees(options.blocks)
  const parts = createParts({
    keys,
    network: options.network,
    fees,
    warn: options.warn,
    persist: createPersist(turns.batch),
    broadcast: transactions => turns.afterCommit(() => void broadcast(options, transactions))
  })
  try {
    const started = await startRunning(options, parts, store, fees)
    running = started.running
    const sockets = createSockets(running.peers, turns.schedule)
    cleanUps.push(sockets.close)
    await turns.commit([])
    // The events of the last run are handled by now, and have decided what ended in it.
    for (const paymentId of await findLost(options.db, running.manager))
      options.warn(
        `The payment ${paymentId} is in flight in the database, and the node does not know it: it stays in flight until an operator finds out how it ended`
      )
    if (options.listen) await sockets.listen(options.listen.host, options.listen.port)
    const blocks = startTimers({ options, fees, turns, sockets, running }, started.place)
    cleanUps.push(blocks.stop)
    const { height } = blocks
    const shared = { options, publicKey, turns, running: getRunning, listeners, height }
    return {
      ...createApi(shared),
      publicKey,
      openChannel: async (peer, amount, fund) => {
        const { manager } = getRunning()
        const made = manager.create_channel(fromHex(peer), amount, 0n, 0n, null, null)
        if (!(made instanceof Result_ChannelIdAPIErrorZ_OK))
          throw new Error('LDK did not open the channel: is the peer connected?')
        funds.set(toHex(made.res.get_a()), fund)
        turns.schedule()
      },
      close: () => turns.stop(new NodeClosed())
    }
  } catch (error) {
    turns.stop(error as Error)
    throw error
  }
}

class NodeClosed extends Error {
  override name = 'NodeClosed'
  override message = 'The Lightning node is closed'
}

type TurnUses = {
  getRunning: () => Running
  listeners: Shared['listeners']
  funds: Map<string, Fund>
  cleanUps: readonly (() => void)[]
}
function createNodeTurns(options: LdkOptions, store: Store, uses: TurnUses): Turns {
  const { getRunning, listeners, funds, cleanUps } = uses
  const settled = new Map<string, boolean>()
  const turns: Turns = createTurns(
    store,
    getRunning,
    event =>
      handleEvent(event, {
        now: options.now,
        credit: options.credit,
        decided: options.decided,
        later: turns.later,
        settled,
        fund: ready => void fundChannel(ready, funds, turns, options).catch(warnOf(options)),
        add: (write, changes = () => []) =>
          turns.add(write, () => {
            for (const change of changes()) announce(change, listeners, warnOf(options))
          })
      }),
    reason => {
      if (!(reason instanceof NodeClosed)) options.warn(reason.message)
      for (const cleanUp of cleanUps) cleanUp()
    }
  )
  return turns
}

/** Notifies every listener. A listener that throws stops neither the others nor the node. */
function announce(
  change: LightningChange,
  listeners: Shared['listeners'],
  warn: (error: Error) => void
): void {
  for (const listener of listeners) {
    try {
      listener(change)
    } catch (error) {
      warn(error as Error)
    }
  }
}

function fail(): never {
  throw new Error('The Lightning node has not started')
}

function warnOf(options: LdkOptions): (error: Error) => void {
  return error => options.warn(error.message)
}

function publicKeyOf(keys: KeysManager): string {
  const result = keys.as_NodeSigner().get_node_id(Recipient.LDKRecipient_Node)
  if (!(result instanceof Result_PublicKeyNoneZ_OK)) throw new Error('The seed gives no key')
  return toHex(result.res)
}

/** Reads the saved channels, gives them the blocks that they have missed, and lets LDK watch them. */
async function startRunning(options: LdkOptions, parts: Parts, store: Store, fees: Fees) {
  await fees.read()
  const { manager, monitors } = restore(
    parts,
    store.saved,
    await readTip(options.blocks),
    options.now()
  )
  const from = lowestPlace(manager, monitors)
  watchMonitors(parts, monitors)
  const { chainMonitor } = parts
  const listening = [chainMonitor.as_Confirm(), manager.as_Confirm()]
  const place = await followBlocks(options.blocks, listening, from)
  return {
    place,
    running: { manager, chainMonitor, peers: createPeers(parts, manager, options.now()) }
  }
}

async function broadcast({ blocks, warn }: LdkOptions, transactions: readonly Uint8Array[]) {
  for (const transaction of transactions) {
    try {
      await blocks.call('sendrawtransaction', toHex(transaction))
    } catch (error) {
      // LDK gives the transaction again until it is in a block.
      warn(`A transaction of a channel was not sent: ${(error as Error).message}`)
    }
  }
}

async function fundChannel(
  ready: Event_FundingGenerationReady,
  funds: Map<string, Fund>,
  turns: Turns,
  { warn }: LdkOptions
): Promise<void> {
  const temporary = toHex(ready.temporary_channel_id.get_a())
  const fund = funds.get(temporary)
  if (!fund) return
  funds.delete(temporary)
  const raw = await fund(toHex(ready.output_script), ready.channel_value_satoshis)
  turns.later(manager => {
    const { temporary_channel_id: id, counterparty_node_id: peer } = ready
    if (!manager.funding_transaction_generated(id, peer, fromHex(raw)).is_ok())
      warn('LDK refused the transaction that funds a channel')
  })
}

type Timed = {
  options: LdkOptions
  fees: Fees
  turns: Turns
  sockets: Sockets
  running: Running
}
const blocksMs = 1_000
const peersMs = 10_000
const channelsMs = 60_000

function startTimers(
  timed: Timed,
  first: { hash: string; height: number }
): { height: () => number; stop: () => void } {
  const { options, fees, turns, sockets, running } = timed
  const { manager, chainMonitor, peers } = running
  const listening = [chainMonitor.as_Confirm(), manager.as_Confirm()]
  let place = first
  let isReading = false

  async function readBlocks(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      place = await followBlocks(options.blocks, listening, place)
      turns.schedule()
    } catch (error) {
      warnOf(options)(error as Error)
    } finally {
      isReading = false
    }
  }
  function connectPeers(): void {
    const connected = peers.list_peers().map(it => toHex(it.get_counterparty_node_id()))
    for (const peer of options.peers)
      if (!connected.includes(peer.publicKey)) sockets.connect(peer).catch(() => {})
  }
  const timers = [
    setInterval(() => void readBlocks(), blocksMs),
    setInterval(connectPeers, blocksMs),
    setInterval(() => {
      peers.timer_tick_occurred()
      turns.schedule()
    }, peersMs),
    setInterval(() => {
      manager.timer_tick_occurred()
      chainMonitor.rebroadcast_pending_claims()
      turns.schedule()
      fees.read().catch(warnOf(options))
    }, channelsMs)
  ]
  connectPeers()
  return {
    height: () => place.height,
    stop: () => timers.map(it => clearInterval(it))
  }
}
