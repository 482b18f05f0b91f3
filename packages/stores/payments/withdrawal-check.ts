import type { WithdrawalOption } from '@mille/api/payments/endpoints.ts'
import { formatAmount, parseAmount } from '@mille/money/amount.ts'
import type { Problems } from '../shared/problems.ts'

type Typed = { address: string; amount: string }

/**
 * Checks a withdrawal before the user has to confirm their identity. Returns null when the server should check it next.
 */
export function checkWithdrawal(typed: Typed, option: WithdrawalOption): Problems | null {
  const fields: Record<string, string> = {}
  if (typed.address.trim() === '') fields.address = 'must not be empty'
  const problem = amountProblem(parseAmount(typed.amount, 'btc'), option)
  if (problem !== null) fields.amount = problem
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}

function amountProblem(amount: bigint | null, option: WithdrawalOption): string | null {
  const show = (units: string) => `${formatAmount(BigInt(units))} ${option.currency}`
  if (amount === null || amount === 0n) return 'must be an amount, such as 0.01'
  if (amount < BigInt(option.minimum)) return `The minimum is ${show(option.minimum)}`
  if (amount > BigInt(option.available)) return `You have ${show(option.available)} available`
  if (amount > BigInt(option.left_today))
    return `${show(option.left_today)} of today’s limit remains`
  return null
}
