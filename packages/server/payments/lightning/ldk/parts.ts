import { randomBytes } from 'node:crypto'
import {
  BestBlock,
  BroadcasterInterface,
  ChainMonitor,
  ChainParameters,
  ChannelManager,
  type ChannelMonitor,
  DefaultMessageRouter,
  DefaultRouter,
  FeeEstimator,
  IgnoringMessageHandler,
  KeysManager,
  Level,
  Logger,
  MultiThreadedLockableScore,
  Network,
  NetworkGraph,
  Option_FilterZ,
  Option_UtxoLookupZ,
  P2PGossipSync,
  PeerManager,
  type Persist,
  ProbabilisticScorer,
  ProbabilisticScoringDecayParameters,
  ProbabilisticScoringFeeParameters,
  Result_C2Tuple_ThirtyTwoBytesChannelManagerZDecodeErrorZ_OK,
  UserConfig,
  UtilMethods
} from 'lightningdevkit'
import type { LightningNetwork } from '../lightning.ts'
import { fromHex } from './bytes.ts'
import type { Fees } from './fees.ts'
import type { BlockPlace } from './follow-blocks.ts'

const networks: Readonly<Record<LightningNetwork, Network>> = {
  mainnet: Network.LDKNetwork_Bitcoin,
  testnet: Network.LDKNetwork_Testnet,
  regtest: Network.LDKNetwork_Regtest
}

/** The objects of LDK that a node is made of. */
export type Parts = ReturnType<typeof createParts>

export type PartOptions = {
  keys: KeysManager
  network: LightningNetwork
  fees: Fees
  broadcast: (transactions: readonly Uint8Array[]) => void
  warn: (message: string) => void
  persist: Persist
}

/** The keys of a node follow from its seed; the time makes random numbers differ after every start. */
export function createKeys(seed: Uint8Array, now: Date): KeysManager {
  if (seed.length !== 32) throw new RangeError('The seed of a Lightning node has 32 bytes')
  const ms = now.getTime()
  return KeysManager.constructor_new(
    seed,
    BigInt(Math.floor(ms / 1000)),
    Number(process.hrtime.bigint() % 1_000_000_000n)
  )
}

export function createParts({ keys, network, fees, broadcast, warn, persist }: PartOptions) {
  const logger = Logger.new_impl({
    log(record) {
      if (record.get_level() >= Level.LDKLevel_Warn) warn(record.get_args())
    }
  })
  const estimator = FeeEstimator.new_impl({
    get_est_sat_per_1000_weight: target => fees.of(target)
  })
  const broadcaster = BroadcasterInterface.new_impl({ broadcast_transactions: broadcast })
  const noFilter = Option_FilterZ.constructor_none()
  const chainMonitor = ChainMonitor.constructor_new(
    noFilter,
    broadcaster,
    logger,
    estimator,
    persist
  )
  const graph = NetworkGraph.constructor_new(networks[network], logger)
  const scorer = ProbabilisticScorer.constructor_new(
    ProbabilisticScoringDecayParameters.constructor_default(),
    graph,
    logger
  )
  const score = MultiThreadedLockableScore.constructor_new(scorer.as_Score())
  const entropy = keys.as_EntropySource()
  const router = DefaultRouter.constructor_new(
    graph,
    logger,
    entropy,
    score.as_LockableScore(),
    ProbabilisticScoringFeeParameters.constructor_default()
  )
  const messageRouter = DefaultMessageRouter.constructor_new(graph, entropy)
  // The bindings keep no reference to some of these; without one they would be freed while Rust still uses them.
  const kept = [noFilter, scorer, score]
  return {
    keys,
    network,
    logger,
    estimator,
    broadcaster,
    chainMonitor,
    graph,
    router,
    messageRouter,
    entropy,
    kept
  }
}

export function createManager(parts: Parts, tip: BlockPlace, now: Date): ChannelManager {
  const hash = fromHex(tip.hash).reverse()
  const best = BestBlock.constructor_new(hash, tip.height)
  return ChannelManager.constructor_new(
    parts.estimator,
    parts.chainMonitor.as_Watch(),
    parts.broadcaster,
    parts.router.as_Router(),
    parts.messageRouter.as_MessageRouter(),
    parts.logger,
    parts.entropy,
    parts.keys.as_NodeSigner(),
    parts.keys.as_SignerProvider(),
    createUserConfig(),
    ChainParameters.constructor_new(networks[parts.network], best),
    Math.floor(now.getTime() / 1000)
  )
}

export function readManager(
  parts: Parts,
  saved: Uint8Array,
  monitors: ChannelMonitor[]
): ChannelManager {
  const result = UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelManagerZ_read(
    saved,
    parts.entropy,
    parts.keys.as_NodeSigner(),
    parts.keys.as_SignerProvider(),
    parts.estimator,
    parts.chainMonitor.as_Watch(),
    parts.broadcaster,
    parts.router.as_Router(),
    parts.messageRouter.as_MessageRouter(),
    parts.logger,
    createUserConfig(),
    monitors
  )
  if (!(result instanceof Result_C2Tuple_ThirtyTwoBytesChannelManagerZDecodeErrorZ_OK))
    throw new Error('The saved state of the Lightning node cannot be read')
  return result.res.get_b()
}

/** The node forwards nothing for others and announces no channel: it pays and is paid. */
function createUserConfig(): UserConfig {
  const config = UserConfig.constructor_default()
  const handshake = config.get_channel_handshake_config()
  handshake.set_announce_for_forwarding(false)
  // A channel of this form is closed at a fee fixed in advance, so it needs no coins kept aside to raise the fee.
  handshake.set_negotiate_anchors_zero_fee_htlc_tx(false)
  config.set_channel_handshake_config(handshake)
  const limits = config.get_channel_handshake_limits()
  limits.set_force_announced_channel_preference(false)
  config.set_channel_handshake_limits(limits)
  return config
}

export function createPeers(parts: Parts, manager: ChannelManager, now: Date): PeerManager {
  const gossip = P2PGossipSync.constructor_new(
    parts.graph,
    Option_UtxoLookupZ.constructor_none(),
    parts.logger
  )
  const ignoring = IgnoringMessageHandler.constructor_new()
  parts.kept.push(gossip as never, ignoring as never)
  return PeerManager.constructor_new(
    manager.as_ChannelMessageHandler(),
    gossip.as_RoutingMessageHandler(),
    ignoring.as_OnionMessageHandler(),
    ignoring.as_CustomMessageHandler(),
    Math.floor(now.getTime() / 1000),
    new Uint8Array(randomBytes(32)),
    parts.logger,
    parts.keys.as_NodeSigner()
  )
}
