import type { Queue } from '../queue-places.ts'

export const homeMessages = {
  title: 'Home',
  description: (moment: string) =>
    `What needs a decision, and the last 30 days compared with the 30 before. Days are in UTC. As of ${moment}`,
  needs: 'Needs a person now',
  nothing: 'Nothing is waiting for an operator, and every health check is fine.',
  queues: {
    payout_stops: 'Stopped payouts',
    deposits: 'Unassigned deposits',
    withdrawals: 'Withdrawals to approve',
    adjustments: 'Adjustments to approve',
    disputes: 'Disputes',
    reported_creatives: 'Reported ads',
    creatives: 'Creatives to review',
    sites: 'Sites to review',
    offers: 'Offers to review',
    earnings: 'Ad units on hold because of their score',
    conversations: 'Unread conversations',
    letters: 'Letters to answer'
  } satisfies Record<Queue['name'], string>,
  oldest: (age: string) => `oldest ${age}`,
  check: (name: string) => `Health: ${name}`,
  checkStates: { warning: 'Warning', alarm: 'Alarm' },
  money: {
    charged: 'Charged',
    publishers: 'Earned by publishers',
    fees: 'Fees',
    deposits: 'Deposits',
    withdrawals: 'Withdrawals'
  },
  inAsset: (label: string, asset: string) => `${label}, ${asset}`,
  today: (value: string) => `${value} today`,
  change: (percent: string, value: string) => `${percent} from ${value}`,
  before: (value: string) => `${value} before`,
  requests: 'Requests for ads',
  fillRate: 'Fill rate',
  accounts: 'New accounts',
  campaigns: 'Active campaigns',
  units: 'Active ad units',
  now: 'Currently',
  empty: 'No activity yet',
  emptyText:
    'Once an advertiser deposits money and a publisher shows ads, you will see what the network earns here.',
  health: 'Health',
  healthy: (fine: number, all: number) => `${fine} of ${all} checks are fine.`,
  allHealth: 'All checks'
}
