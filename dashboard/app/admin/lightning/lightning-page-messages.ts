export const lightningPageMessages = {
  title: 'Lightning',
  description: 'What the channels of the network can send and receive.',
  asOf: (moment: string) => `Last update: ${moment}`,
  refresh: 'Refresh',
  guide: 'Read the operating guide',
  off: 'Lightning is not set up',
  offText: 'Set LIGHTNING and LIGHTNING_SEED, and start the worker again.',
  stopped: 'The Lightning node does not run',
  stoppedText: (reason: string) =>
    `${reason}. It is started again every few seconds. Until it runs, deposits and withdrawals wait.`,
  unknown: 'The channels are not known yet',
  unknownText:
    'The node writes them within seconds of its start. Check that a process with the worker role is running.',
  stale: 'These numbers are out of date',
  staleText:
    'The process with the node has not reported for more than a minute. Check that a process with the worker role is running, and look for errors in its log.',
  noInbound: 'Nothing can be received',
  noInboundText:
    'No open channel with a connected peer has room for a deposit. Ask the operator of another Lightning node to open a channel to the public key below, or pay out through a channel to make room in it.',
  littleInbound: 'The largest deposits cannot be received',
  littleInboundText:
    'One payment may be up to the first amount, and invoices are offered up to the second. Open another channel, or lower LIGHTNING_MAXIMUM_BTC.',
  littleOutbound: 'Waiting withdrawals need more than the channels can send',
  littleOutboundText:
    'They are paid when deposits arrive by Lightning or a new channel with money on this side is open.',
  publicKey: 'Public key of the node',
  publicKeyWhat: 'public key',
  canReceive: 'Can receive',
  canSend: 'Can send',
  inFlight: 'In flight',
  fees: 'Routing fees, last 30 days',
  largest: 'In one payment:',
  lastDay: 'Last 24 hours:',
  payments: (count: string) => `Payments in flight: ${count}`,
  waiting: 'Withdrawals waiting:',
  channels: 'Channels',
  noChannels: 'No channels yet',
  noChannelsText:
    'Each channel is listed here as soon as the node or its peer starts to open it, and for 30 days after it is closed.',
  flying: 'Payments in flight',
  noFlying: 'No payments in flight',
  noFlyingText:
    'A payment is listed here from the moment it is sent until it is settled or has failed.',
  moreFlying: (shown: string, all: string) => `The ${shown} oldest of ${all} are listed.`,
  columns: {
    peer: 'Peer',
    state: 'Status',
    capacity: 'Capacity',
    outbound: 'Outbound',
    inbound: 'Inbound',
    changed: 'Last change',
    withdrawal: 'Withdrawal',
    account: 'Account',
    amount: 'Amount',
    fee: 'Maximum fee',
    age: 'Age'
  },
  states: { pending: 'Pending', open: 'Open', closing: 'Closing', closed: 'Closed' },
  disconnected: 'Peer not connected',
  since: (moment: string) => `since ${moment}`,
  withdrawalNumber: (id: string) => `Withdrawal ${id}`,
  accountNumber: (id: string) => `Account ${id}`,
  noWithdrawal: 'Not a withdrawal',
  network: 'Network'
}
