import type { Details } from './line-shapes.ts'

export type Part = { gross: bigint; fee: bigint; referral: bigint; net: bigint }
export type Recomputed = {
  due: bigint
  charged: bigint
  carriedOut: bigint
  fee: bigint
  referral: bigint
  billable: bigint
  parts: Part[]
}

const largest = 2n ** 63n - 1n

/** Recomputes a charge as in docs/bill.md, from its details and the billable views of each share. */
export function recompute(
  details: Details,
  weights: readonly bigint[],
  secondsSinceMidnight: number
): Recomputed {
  const { dailyBudget, totalBudget, trafficType, unpaid, spentToday, spent, balance } = details
  const isCpd = trafficType === 'cpd'
  const price = details.maxCpm ?? 0n
  const windowSeconds = BigInt(details.windowSeconds)
  const billable = BigInt(details.billable)
  const carried = BigInt(details.carriedIn)
  const index = BigInt(secondsSinceMidnight) / windowSeconds
  const perDay = 86_400n / windowSeconds
  const portion = dailyBudget / perDay + (index < dailyBudget % perDay ? 1n : 0n)
  const thousandths = price * billable + (isCpd ? 0n : carried)
  const due = isCpd
    ? (portion * BigInt(details.activeSeconds)) / windowSeconds + unpaid
    : least(largest, thousandths / 1000n)
  let limit = least(due, dailyBudget - spentToday, balance)
  if (isCpd && price > 0n) limit = least(limit, thousandths / 1000n)
  if (totalBudget !== null) limit = least(limit, totalBudget - spent)
  const charged = billable > 0n && limit > 0n ? limit : 0n
  const keepsRest = charged === due || billable === 0n
  const carriedOut = isCpd ? carried : keepsRest ? thousandths % 1000n : 0n

  const gross = split(charged, weights)
  const wholeFees = gross.map(it => (it * BigInt(details.feeBasisPoints)) / 10_000n)
  const wholeFee = total(wholeFees)
  const allReferrals = details.hasPartner ? least(charged / 10n, wholeFee / 2n) : 0n
  const referrals = split(allReferrals, wholeFees)
  const parts = gross.map((it, at) => {
    const [fee, referral] = [wholeFees[at] ?? 0n, referrals[at] ?? 0n]
    return { gross: it, fee: fee - referral, referral, net: it - fee }
  })
  const referral = total(referrals)
  return {
    due,
    charged,
    carriedOut,
    fee: wholeFee - referral,
    referral,
    billable: total(weights),
    parts
  }
}

/** Splits an amount by largest remainder; of equal remainders, the earlier part comes first. */
function split(amount: bigint, weights: readonly bigint[]): bigint[] {
  const sum = total(weights)
  if (sum === 0n) return weights.map(() => 0n)
  const parts = weights.map(it => (amount * it) / sum)
  const remainders = weights.map((it, at) => ({ at, remainder: (amount * it) % sum }))
  // Sorting is stable, so equal remainders keep their order.
  remainders.sort((a, b) => (a.remainder > b.remainder ? -1 : a.remainder < b.remainder ? 1 : 0))
  for (const { at } of remainders.slice(0, Number(amount - total(parts))))
    parts[at] = (parts[at] ?? 0n) + 1n
  return parts
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, it) => sum + it, 0n)
}

function least(first: bigint, ...others: bigint[]): bigint {
  let least = first
  for (const it of others) if (it < least) least = it
  return least
}
