import { formatAmount } from '@mille/money/amount.ts'
import type { Context } from '../context.ts'
import { readUnknownPayouts, releasePayouts } from '../payments/index.ts'
import type { Answer } from './answer.ts'

/** Resumes payouts after a restore, and lists transactions on the blockchains that are missing from the books. */
export async function releaseAll(context: Context): Promise<Answer> {
  const answer = await context.db.transaction().execute(tx => releasePayouts(tx, context, null))
  if (answer === 'not_found')
    return { text: 'There is no restore with paused payouts', failed: true }
  if (answer === 'state_not_allowed')
    return {
      text: 'The blockchains have not been searched since the restore: start the server with its nodes, wait a minute, and try again',
      failed: true
    }
  const unknown = await readUnknownPayouts(context.db)
  const lines = unknown.map(
    it =>
      `${formatAmount(it.amount)} ${it.tokenCode} to ${it.address} in ${it.transactionId}, requested by no withdrawal${it.userId === null ? '' : `; account ${it.userId} withdraws to that address`}`
  )
  return { text: ['Payouts resumed', ...lines].join('\n') }
}
