import { type CampaignState, decisionLifetimeMs } from '@mille/api/constants.ts'
import type { Terms } from '../window-holds/index.ts'

export const campaignActions = [
  'submit',
  'edit',
  'approve',
  'reject',
  'withdraw',
  'exchange',
  'pause',
  'resume',
  'fund',
  'reprice',
  'run_out',
  'archive'
] as const
/**
 * An action on a campaign. The owner causes `submit`, `edit`, `pause`, `resume`, `reprice` and `archive`; an operator's
 * decision on a creative causes `approve`, `reject` and `withdraw` (of a live one); another page behind its link causes
 * `exchange`; money causes `fund` and `run_out`.
 */
export type CampaignAction = (typeof campaignActions)[number]

/** The state to which each action leads from each state; unlisted actions are refused. `active` requires money. */
const transitions: Record<CampaignAction, Partial<Record<CampaignState, CampaignState>>> = {
  submit: { draft: 'pending', pending: 'pending', rejected: 'pending' },
  // The live creative is still shown while an edit is pending review.
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
  // Only a campaign that is shown is stopped: an approval makes a pending one active, which a paused one must not become.
  exchange: { active: 'pending' },
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

/**
 * Returns the state after an action, or null if the action is not allowed. Without money, a campaign becomes
 * `out_of_funds` instead of `active`.
 */
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
  /** Minimum balance that a campaign needs to be shown. */
  least?: bigint
}

/** Reports whether a campaign can spend: it has a balance, and its total budget is not used up. */
export function isFunded({ balance, spent, totalBudget, least = 1n }: Money): boolean {
  return balance >= least && (totalBudget === null || spent < totalBudget)
}

/** Returns the least balance a campaign needs: the price of one impression for CPM, otherwise one unit. */
export function leastOf({ trafficType, maxCpm }: Pick<Terms, 'trafficType' | 'maxCpm'>): bigint {
  const price = trafficType === 'cpm' ? ((maxCpm ?? 0n) + 999n) / 1000n : 1n
  return price > 1n ? price : 1n
}

/**
 * Returns a limit, or null for none. Zero means no limit too, or a campaign with a budget of zero would be shown for
 * free.
 */
export function readLimit(units: string | null): bigint | null {
  return units === null || units === '0' ? null : BigInt(units)
}

/** Returns the end of the settlement period that contains a moment. Settlement periods divide the UTC day evenly. */
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
  /** Whether the campaign is active now, or will be from its start date without further action. */
  isActive: boolean
  /** The moment when the campaign was last active. */
  activeUntil: Date | null
  /** The beginning of the hour or window in which the last billable view was counted. */
  lastBillable: Date | null
  /** The moment up to which the campaign's windows are settled. */
  settledUntil: Date | null
}

/**
 * Returns the moment after which nothing more can be charged, so that unspent money may be returned; `paused_first`
 * while the campaign is active, null if it was never used. An impression chosen in the last active moment can still be
 * seen and charged for the lifetime of its decision.
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
