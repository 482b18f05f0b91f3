import { billingDetails } from '@mille/api/accounts/schema.ts'
import { endpoints } from '@mille/api/endpoints.ts'
import type { AccountStatement, StatementSummary } from '@mille/api/finances/endpoints.ts'
import * as schema from '@mille/api/finances/schema.ts'
import type { Asset } from '@mille/money/amount.ts'
import { findUser } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { readProgress } from '../settlement/index.ts'
import { readMonth, readMonths, type StatementLine } from './statement-queries.ts'
import { boundsOf, statementNumber, statementState, sumsOf } from './statement-rules.ts'

/** Routes for the monthly statements of an account. An account reads only its own. */
export function statementRoutes(serve: Serve): void {
  serve(endpoints.finances.listStatements, schema.statementsInput, async call => {
    const { context, user, input } = call
    if (Number(input.userId) !== user.id) return failure('not_found')
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const now = context.now()
    // Progress is read first, so that no month is called final with sums from before its last settlement.
    const progress = await readProgress(context.db)
    const asset = input['filter[currency]'] ?? null
    const { months, records } = await readMonths(context.db, user.id, now, asset, page)
    const data = months.map(
      (it): StatementSummary => ({
        type: 'account_statements',
        id: statementNumber(user.id, it.month, it.asset),
        attributes: {
          number: statementNumber(user.id, it.month, it.asset),
          month: it.month,
          currency: it.asset,
          state: statementState(it.month, now, progress),
          opening_balance: (it.closing - it.in + it.out).toString(),
          in: it.in.toString(),
          out: it.out.toString(),
          closing_balance: it.closing.toString()
        }
      })
    )
    return reply({ data, meta: { pagination: { records } } })
  })

  serve(endpoints.finances.readStatement, schema.statementInput, async call => {
    const { context, user, input } = call
    if (Number(input.userId) !== user.id) return failure('not_found')
    if (boundsOf(input.month).from > context.now()) return failure('not_found')
    const data = await readStatement(context, user.id, input)
    return data ? reply({ data }) : failure('not_found')
  })
}

async function readStatement(
  { db, now, config }: Pick<Context, 'db' | 'now' | 'config'>,
  userId: number,
  { month, currency }: { month: string; currency: Asset }
): Promise<AccountStatement | null> {
  const account = await findUser(db, userId)
  if (!account) return null
  const at = now()
  const { from, end } = boundsOf(month)
  const progress = await readProgress(db)
  const { opening, lines } = await readMonth(db, userId, { month, asset: currency })
  const number = statementNumber(userId, month, currency)
  const received = totalOf(lines.filter(it => it.amount > 0n))
  const paid = totalOf(lines.filter(it => it.amount < 0n))
  return {
    type: 'account_statements',
    id: number,
    attributes: {
      number,
      month,
      currency,
      state: statementState(month, at, progress),
      from: from.toISOString(),
      until: new Date(Math.min(at.getTime(), end.getTime())).toISOString(),
      network: { name: new URL(config.publicUrl).host, url: config.publicUrl },
      account: {
        id: String(userId),
        username: account.username,
        email: account.email,
        billing_details: billingDetails.nullable().parse(account.billing_details)
      },
      opening_balance: opening.toString(),
      in: received.toString(),
      out: (-paid).toString(),
      closing_balance: (opening + received + paid).toString(),
      lines: lines.map(it => ({ date: it.date, ...sumDocument(it) })),
      sums: sumsOf(lines).map(sumDocument)
    }
  }
}

const totalOf = (lines: readonly StatementLine[]) => lines.reduce((sum, it) => sum + it.amount, 0n)

const sumDocument = ({ kind, records, amount }: Omit<StatementLine, 'date'>) => ({
  kind,
  records: Number(records),
  amount: amount.toString()
})
