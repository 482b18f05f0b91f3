import { type LightningNode, readLightningNode } from '@mille/api/payments/endpoints.ts'
import { type Given, given } from './sample-answer.ts'
import { sampleMoment } from './sample-moments.ts'

type Node = LightningNode['data']['attributes']
const minute = 1 / 1_440

const channels: Node['channels'] = [
  {
    ...{ id: 'c1'.repeat(32), peer: `02${'a7'.repeat(32)}`, state: 'open', capacity: '5000000' },
    ...{ outbound: '1843210', inbound: '3056790', outgoing: '25000', incoming: '0', in_flight: 1 },
    ...{ disconnected_at: null, changed_at: sampleMoment(2 * minute) }
  },
  {
    ...{ id: 'c2'.repeat(32), peer: `03${'b4'.repeat(32)}`, state: 'open', capacity: '2000000' },
    ...{ outbound: '640000', inbound: '1320000', outgoing: '0', incoming: '0', in_flight: 0 },
    ...{ disconnected_at: sampleMoment(25 * minute), changed_at: sampleMoment(25 * minute) }
  },
  {
    ...{ id: 'c3'.repeat(32), peer: `02${'d9'.repeat(32)}`, state: 'pending', capacity: '1000000' },
    ...{ outbound: '0', inbound: '990000', outgoing: '0', incoming: '0', in_flight: 0 },
    ...{ disconnected_at: null, changed_at: sampleMoment(8 * minute) }
  },
  {
    ...{ id: 'c4'.repeat(32), peer: `03${'e2'.repeat(32)}`, state: 'closed', capacity: '800000' },
    ...{ outbound: '0', inbound: '0', outgoing: '0', incoming: '0', in_flight: 0 },
    ...{ disconnected_at: null, changed_at: sampleMoment(6) }
  }
]

const running: Node = {
  ...{ is_configured: true, public_key: `02${'5f'.repeat(32)}`, stopped: null },
  ...{ read_at: sampleMoment(0), at: sampleMoment(0), is_stale: false },
  ...{ height: 842, connected_peers: 2, maximum_deposit: '1000000' },
  ...{ can_send: '1843210', can_receive: '3056790' },
  ...{ largest_sent: '500000', largest_received: '500000' },
  ...{ outgoing: '25000', incoming: '0', in_flight: 1, waiting: '40000' },
  ...{ fees_of_day: '41', fees_of_month: '1903', channels, payment_count: 1 },
  payments: [
    {
      ...{ withdrawal_id: '4', user_id: '7', payment_hash: 'ab'.repeat(32) },
      ...{ amount: '25000', maximum_fee: '125', created_at: sampleMoment(3 * minute) }
    }
  ]
}

/** Returns the Lightning node of a network with four channels, with changes to it. */
export function sampleLightning(changes: Partial<Node> = {}): Given {
  const attributes = { ...running, ...changes }
  return given(readLightningNode, { data: { type: 'lightning_nodes', id: 'now', attributes } })
}

const nothing = {
  ...{ can_send: '0', can_receive: '0', largest_sent: '0', largest_received: '0' },
  ...{ outgoing: '0', incoming: '0', in_flight: 0, waiting: '0' },
  ...{ fees_of_day: '0', fees_of_month: '0', channels: [], payments: [], payment_count: 0 }
}
/** A node that has just started, without a channel. */
export const sampleNewLightning = sampleLightning({ ...nothing, connected_peers: 0 })
/** A network without Lightning. */
export const sampleNoLightning = sampleLightning({
  ...{ ...nothing, is_configured: false, public_key: null, at: null, height: null },
  ...{ connected_peers: 0, maximum_deposit: null }
})
