import {
  type ChannelDetails,
  type ChannelManager,
  ChannelShutdownState,
  Option_ChannelShutdownStateZ_Some,
  Option_u64Z_Some
} from 'lightningdevkit'
import type { LightningChannel } from '../lightning.ts'
import { toHex } from './bytes.ts'

export function listChannels(
  manager: ChannelManager,
  connected: ReadonlySet<string>
): LightningChannel[] {
  return manager.list_channels().map(channel => {
    const peer = toHex(channel.get_counterparty().get_node_id())
    const capacity = channel.get_channel_value_satoshis()
    const outgoing = sumOf(channel.get_pending_outbound_htlcs())
    const incoming = sumOf(channel.get_pending_inbound_htlcs())
    const ours = oursOf(channel, capacity * 1000n - outgoing - incoming) / 1000n
    return {
      id: toHex(channel.get_channel_id().get_a()),
      peer,
      capacity,
      ours,
      theirs: capacity - ours - outgoing / 1000n - incoming / 1000n,
      outgoing: outgoing / 1000n,
      incoming: incoming / 1000n,
      ...limitsOf(channel),
      inFlight:
        channel.get_pending_outbound_htlcs().length + channel.get_pending_inbound_htlcs().length,
      state: stateOf(channel),
      isConnected: connected.has(peer),
      isUsable: channel.get_is_usable()
    }
  })
}

function stateOf(channel: ChannelDetails): LightningChannel['state'] {
  const shutdown = channel.get_channel_shutdown_state()
  const isOpen =
    !(shutdown instanceof Option_ChannelShutdownStateZ_Some) ||
    shutdown.some === ChannelShutdownState.LDKChannelShutdownState_NotShuttingDown
  if (!isOpen) return 'closing'
  return channel.get_is_channel_ready() ? 'open' : 'pending'
}

function limitsOf(channel: ChannelDetails) {
  const inbound = channel.get_inbound_capacity_msat()
  const largest = channel.get_inbound_htlc_maximum_msat()
  const largestInbound =
    largest instanceof Option_u64Z_Some && largest.some < inbound ? largest.some : inbound
  return {
    outbound: channel.get_outbound_capacity_msat() / 1000n,
    inbound: inbound / 1000n,
    largestOutbound: channel.get_next_outbound_htlc_limit_msat() / 1000n,
    largestInbound: largestInbound / 1000n
  }
}

/**
 * Works out our part of what is not in flight, in thousandths of a satoshi. LDK says what each side can send, which leaves
 * out a reserve and is 0 below it; at least one side has more than its reserve.
 */
function oursOf(channel: ChannelDetails, settled: bigint): bigint {
  const reserve = channel.get_unspendable_punishment_reserve()
  const canSend = channel.get_outbound_capacity_msat()
  if (canSend > 0n && reserve instanceof Option_u64Z_Some) return canSend + reserve.some * 1000n
  const theirReserve = channel.get_counterparty().get_unspendable_punishment_reserve()
  return settled - channel.get_inbound_capacity_msat() - theirReserve * 1000n
}

function sumOf(payments: readonly { get_amount_msat: () => bigint }[]): bigint {
  return payments.reduce((sum, it) => sum + it.get_amount_msat(), 0n)
}
