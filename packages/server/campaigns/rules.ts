import { type CampaignState, decisionLifetimeMs } from '@mille/api/constants.ts'
import type { Terms } from '../window-holds/index.ts'

export const campaignActions = [
  'submit',
  'edit',
  'approve',
  'reject',
  'withdraw',
  'pause',
  'resume',
  'fund',
  'reprice',
  'run_out',
  'archive'
] as const
/**
 * What may happen to a campaign. `submit`, `edit`, `pause`, `resume`, `reprice` and `archive` come from its owner,
 * `approve` and `reject` from an operator who decided on a creative, `withdraw` from one who rejected the live one, `fund` and `run_out` from money.
 */
export type CampaignAction = (typeof campaignActions)[number]

/** Where an action leads from each state; what is not listed is refused. `active` is only reached with money. */
const transitions: Record<CampaignAction, Partial<Record<CampaignState, CampaignState>>> = {
  submit: { draft: 'pending', pending: 'pending', rejected: 'pending' },
  // What was live is still shown while the edit waits.
  edit: {
    draft: 'pending',
    pending: 'pending',
    rejected: 'pending',
    active: 'active',
    paused: 'paused',
    out_of_funds: 'out_of_funds'
  },
  approve: { pending: 'active', active: 'active', paused: 'paused', out_of_funds: 'active' },
  reject: { pending: 'rejected', active: 'active', paused: 'paused', out_of_funds: 'out_of_funds' },
  withdraw: { active: 'rejected', paused: 'rejected', out_of_funds: 'rejected' },
  pause: { active: 'paused', paused: 'paused' },
  resume: { paused: 'active', active: 'active', out_of_funds: 'active' },
  fund: {
    draft: 'draft',
    pending: 'pending',
    active: 'active',
    paused: 'paused',
    out_of_funds: 'active'
  },
  reprice: {
    draft: 'draft',
    pending: 'pending',
    rejected: 'rejected',
    active: 'active',
    paused: 'paused',
    out_of_funds: 'active'
  },
  run_out: { active: 'out_of_funds', out_of_funds: 'out_of_funds' },
  archive: {
    draft: 'archived',
    pending: 'archived',
    paused: 'archived',
    out_of_funds: 'archived',
    rejected: 'archived'
  }
}

/** The state after an action, or null when it is not allowed. A campaign without money runs out where it would run. */
export function nextState(
  state: CampaignState,
  action: CampaignAction,
  isFunded: boolean
): CampaignState | null {
  const next = transitions[action][state] ?? null
  return next === 'active' && !isFunded ? 'out_of_funds' : next
}

export type Money = {
  balance: bigint
  spent: bigint
  totalBudget: bigint | null
  /** What it needs to be shown at all. */
  least?: bigint
}

/** Whether there is something left to spend: money on the campaign, and room below its total budget. */
export function isFunded({ balance, spent, totalBudget, least = 1n }: Money): boolean {
  return balance >= least && (totalBudget === null || spent < totalBudget)
}

/** The price of one impression, or of anything. */
export function leastOf({ trafficType, maxCpm }: Pick<Terms, 'trafficType' | 'maxCpm'>): bigint {
  const price = trafficType === 'cpm' ? ((maxCpm ?? 0n) + 999n) / 1000n : 1n
  return price > 1n ? price : 1n
}

/** A limit of zero means no limit: a campaign that may never spend anything would be shown for nothing. */
export function readLimit(units: string | null): bigint | null {
  return units === null || units === '0' ? null : BigInt(units)
}

/** The end of the settlement period that a moment is in. Periods divide the UTC day. */
export function windowEnd(moment: Date, windowSeconds: number): Date {
  const length = windowSeconds * 1000
  return new Date((Math.floor(moment.getTime() / length) + 1) * length)
}

/** A campaign may be shown from its start up to, but not including, its end. */
export function datesState(
  { starts_at, ends_at }: { starts_at: Date | null; ends_at: Date | null },
  at: Date
): 'not_started' | 'open' | 'ended' {
  if (starts_at !== null && at < starts_at) return 'not_started'
  return ends_at !== null && at >= ends_at ? 'ended' : 'open'
}

export type Use = {
  /** Now, or from its start on if nothing happens to it. */
  isActive: boolean
  /** When the campaign was last active. */
  activeUntil: Date | null
  /** The beginning of the hour or window in which the last billable impression was counted. */
  lastBillable: Date | null
  /** The campaign's windows up to here are settled. */
  settledUntil: Date | null
}

/**
 * Since when, or from when on, nothing more can be charged, so that what is left may go back; `paused_first` when
 * there is no such moment because the campaign is running, null when nothing was ever used. What was chosen in the
 * last moment of activity can still be seen, and is paid, as long as a decision lives.
 */
export function unsettledUntil(use: Use, windowSeconds: number): Date | 'paused_first' | null {
  if (use.isActive) return 'paused_first'
  const uses: number[] = []
  if (use.activeUntil) uses.push(use.activeUntil.getTime() + decisionLifetimeMs)
  if (use.lastBillable) uses.push(use.lastBillable.getTime())
  if (uses.length === 0) return null
  const end = windowEnd(new Date(Math.max(...uses)), windowSeconds)
  return use.settledUntil !== null && use.settledUntil >= end ? null : end
}
