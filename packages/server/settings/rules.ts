import { maxCountedReviews } from '@mille/api/constants.ts'
import type { SettingName } from '@mille/api/settings/endpoints.ts'
import type { Config } from '../config.ts'
import { limits } from '../http/limits/limits.ts'

type Definition = {
  min: bigint
  max: bigint
  /**
   * When a change takes effect. A settlement period has a single fee. A change that lets more money out, or sooner,
   * waits a day, during which the other operators, who are notified, can undo it.
   */
  from: 'now' | 'next_window' | 'a_day_later_when_higher' | 'a_day_later_when_lower'
  /** Formats the value for an email. */
  format?: (value: bigint) => string
  /** Returns the initial value, from the environment. */
  initial: (config: Config) => bigint
}

const max = 10n ** 16n

/** The stored value of a setting that is off. */
export const none = -1n

/** Settings that may be changed while the network runs, with their bounds; nothing that the specification fixes. */
export const definitions: Readonly<Record<SettingName, Definition>> = {
  fee_basis_points: {
    min: 0n,
    // Half of a charge: a higher fee would be a typing mistake.
    max: 5_000n,
    from: 'next_window',
    initial: config => config.feeBasisPoints
  },
  premium_fee_basis_points: {
    min: 0n,
    max: 5_000n,
    from: 'next_window',
    initial: config => config.feeBasisPoints / 2n
  },
  campaigns_without_captcha: {
    min: 0n,
    max: BigInt(limits.campaigns.points),
    from: 'now',
    initial: config => BigInt(config.campaignsWithoutCaptcha)
  },
  trust_after_approvals: {
    min: none,
    max: BigInt(maxCountedReviews),
    from: 'now',
    initial: () => none
  },
  trust_sample_percent: { min: 0n, max: 100n, from: 'now', initial: () => 10n },
  withdrawal_approval_btc: limit(it => it.approvalAbove.BTC),
  withdrawal_approval_usd: limit(it => it.approvalAbove.USD),
  withdrawal_daily_btc: limit(it => it.dailyLimit.BTC),
  withdrawal_daily_usd: limit(it => it.dailyLimit.USD),
  review_hours: review(24n),
  review_hours_new: review(7n * 24n),
  slow_start_btc: slowStart(5_000n),
  slow_start_usd: slowStart(500_000_000n)
}

/**
 * Defines how many hours an earning waits after its day. At least one, since a settlement period may be settled up to
 * an hour after its day.
 */
function review(initial: bigint): Definition {
  const format = (hours: bigint) => `${hours} hours`
  return { min: 1n, max: 90n * 24n, from: 'a_day_later_when_lower', format, initial: () => initial }
}

/**
 * Defines how much of a day's earnings of an account's unknown units moves on, by default about five dollars. With 0,
 * all of it waits.
 */
function slowStart(initial: bigint): Definition {
  return { min: 0n, max, from: 'a_day_later_when_higher', initial: () => initial }
}

function limit(read: (withdrawals: Config['payments']['withdrawals']) => bigint): Definition {
  const initial = (config: Config) => read(config.payments.withdrawals)
  return { min: 0n, max, from: 'a_day_later_when_higher', initial }
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(definitions, name)
}
