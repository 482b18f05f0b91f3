import { endpoints } from '@mille/api/endpoints.ts'
import * as schema from '@mille/api/finances/schema.ts'
import { addDays } from '@mille/api/reports/ranges.ts'
import type { z } from 'zod'
import { csvReply, failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { pendingPayments } from '../payments/index.ts'
import { streamHistory } from './history-csv.ts'
import { type Held, readHolds } from './hold-queries.ts'
import {
  type DaySums,
  findOperation,
  type HistoryFilter,
  type OperationEntry,
  readDaySums,
  readEntries,
  readOperations,
  readStats,
  type Stat
} from './operation-queries.ts'
import type { Operation } from './operations.ts'
import { statementRoutes } from './statement-routes.ts'
import { readWallets } from './wallets.ts'

/**
 * Read-only routes for an account's money in the ledger and in settlements. An account reads only its own finances;
 * those of other accounts return `not_found`.
 */
export function financesRoutes(serve: Serve): void {
  statementRoutes(serve)
  serve(endpoints.finances.readBalances, schema.balancesInput, async ({ context, user, input }) => {
    if (Number(input.userId) !== user.id) return failure('not_found')
    const wallets = await readWallets(context.db, user.id)
    const pending = await pendingPayments(context.db, user.id)
    const data = wallets.map(({ asset, wallet }) => ({
      type: 'account_balances' as const,
      id: `${user.id}-${asset}`,
      attributes: {
        currency: asset,
        available: wallet.available.toString(),
        held: wallet.held.toString(),
        promotion: wallet.promotion.toString(),
        in_campaigns: wallet.inCampaigns.toString(),
        in_ad_units: wallet.inAdUnits.toString(),
        pending_deposits: pending[asset].deposits.toString(),
        pending_withdrawals: pending[asset].withdrawals.toString()
      }
    }))
    return reply({ data })
  })

  serve(endpoints.finances.readHolds, schema.holdsInput, async ({ context, user, input }) => {
    if (Number(input.userId) !== user.id) return failure('not_found')
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const { holds, records } = await readHolds(context.db, user.id, page)
    return reply({ data: holds.map(holdDocument), meta: { pagination: { records } } })
  })

  serve(endpoints.finances.readHistory, schema.historyInput, async ({ context, user, input }) => {
    if (Number(input.userId) !== user.id) return failure('not_found')
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const filter = filterOf(input)
    const { operations, records } = await readOperations(context.db, user.id, filter, page)
    const days = await readDaySums(context.db, user.id, filter, operations)
    const meta = { pagination: { records }, days: days.map(daySums) }
    return reply({ data: operations.map(operationDocument), meta })
  })

  serve(endpoints.finances.downloadHistory, schema.downloadInput, async call => {
    const { context, user, input } = call
    if (Number(input.userId) !== user.id) return failure('not_found')
    const day = context.now().toISOString().slice(0, 10)
    const lines = streamHistory(context.db, user.id, filterOf(input))
    return csvReply('', `mille-finances-${day}.csv`, lines)
  })

  serve(endpoints.finances.readOperation, schema.operationInput, async call => {
    const { context, user, input } = call
    if (Number(input.userId) !== user.id) return failure('not_found')
    const operation = await findOperation(context.db, user.id, input.id)
    if (!operation) return failure('not_found')
    const entries = await readEntries(context.db, user.id, operation)
    return reply({
      data: operationDocument(operation),
      meta: { entries: entries.map(entryDocument) }
    })
  })

  serve(endpoints.finances.readStats, schema.statsInput, async ({ context, user, input }) => {
    if (Number(input.userId) !== user.id) return failure('not_found')
    const to = input.to ?? context.now().toISOString().slice(0, 10)
    const from = input.from ?? addDays(to, 1 - usualDays)
    if (from > to || from < addDays(to, -maxDays))
      return failure('invalid', { pointer: 'from', detail: `The maximum is ${maxDays} days.` })
    const stats = await readStats(context.db, user.id, { from, to })
    return reply({ data: stats.map(statDocument) })
  })
}

const usualDays = 30
const maxDays = 366

type FilterInput = Pick<
  z.output<typeof schema.historyInput>,
  'filter[source]' | 'filter[start_date]' | 'filter[end_date]' | 'filter[types]' | 'sort'
>

function filterOf(input: FilterInput): HistoryFilter {
  return {
    source: input['filter[source]'] || null,
    from: input['filter[start_date]'] ?? null,
    to: input['filter[end_date]'] ?? null,
    types: input['filter[types]'] ?? null,
    newestFirst: input.sort === '-date'
  }
}

function statDocument({ date, asset, ...sums }: Stat) {
  return {
    type: 'user_finances_stats' as const,
    id: `${date}-${asset}`,
    attributes: {
      date,
      currency: asset,
      spending: sums.spending.toString(),
      earning: sums.earning.toString(),
      withdrawal: sums.withdrawal.toString(),
      deposit: sums.deposit.toString()
    }
  }
}

function daySums(it: DaySums) {
  return {
    date: it.date,
    currency: it.asset,
    is_settlement_periods: it.isPeriods,
    records: Number(it.records),
    in: it.in.toString(),
    out: it.out.toString()
  }
}

function entryDocument(it: OperationEntry) {
  return {
    transfer: it.transfer.toString(),
    key: it.key,
    kind: it.kind,
    account: { type: it.owner, id: String(it.ownerId), kind: it.accountKind },
    amount: it.amount.toString(),
    balance: it.balance.toString(),
    at: it.at.toISOString()
  }
}

function holdDocument(it: Held) {
  return {
    type: 'finance_holds' as const,
    id: it.id.toString(),
    attributes: {
      currency: it.asset,
      amount: it.amount.toString(),
      reason: it.reason,
      is_promotion: it.isPromotion,
      source: { type: it.sourceType, id: it.sourceId.toString(), name: it.name },
      created_at: it.createdAt.toISOString(),
      until: it.until?.toISOString() ?? null
    }
  }
}

function operationDocument(it: Operation) {
  return {
    type: 'user_finance_operations' as const,
    id: it.id,
    attributes: {
      date: it.date.toISOString(),
      period_start: it.periodStart?.toISOString() ?? null,
      type: it.type,
      source: { type: it.sourceType, id: it.sourceId.toString(), name: it.name },
      currency: it.asset,
      amount: it.amount.toString(),
      state: it.state,
      reference: it.reference
    }
  }
}
