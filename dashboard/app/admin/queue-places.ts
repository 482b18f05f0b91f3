import type { NetworkHome } from '@mille/api/admin/endpoints.ts'

export type Home = NetworkHome['data']['attributes']
export type Queue = Home['queues'][number]

/** The page on which an operator works through each queue. */
export const queuePlaces: Record<Queue['name'], string> = {
  payout_stops: '/admin/payouts',
  deposits: '/admin/payouts',
  withdrawals: '/admin/payouts',
  adjustments: '/admin/users',
  disputes: '/admin/disputes',
  reported_creatives: '/admin/reports',
  creatives: '/admin/creatives',
  sites: '/admin/sites',
  offers: '/admin/offers',
  earnings: '/admin/traffic',
  conversations: '/admin/chat',
  letters: '/admin/chat'
}
