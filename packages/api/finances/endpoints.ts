import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type AccountBalance = z.infer<typeof schema.balance>
export type FinanceHold = z.infer<typeof schema.financeHold>
export type FinanceStat = z.infer<typeof schema.stat>
export type OperationDocument = z.infer<typeof schema.operationDocument>
export type HistoryDay = z.infer<typeof schema.historyDay>
export type FinanceOperation = z.infer<typeof schema.operation>
export type StatementSummary = z.infer<typeof schema.statementSummary>
export type AccountStatement = z.infer<typeof schema.accountStatement>

export const readBalances = endpoint<
  z.input<typeof schema.balancesInput>,
  z.infer<typeof schema.balancesDocument>
>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/balances',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'The account’s money in each currency, by location'
})

export const readHolds = endpoint<
  z.input<typeof schema.holdsInput>,
  z.infer<typeof schema.holdsDocument>
>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/holds',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'The account’s funds on hold, with the reason and end of each hold'
})

export const readHistory = endpoint<
  z.input<typeof schema.historyInput>,
  z.infer<typeof schema.historyDocument>
>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/history',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'What the account spent, earned, deposited, and withdrew, newest first'
})

export const downloadHistory = endpoint<z.input<typeof schema.downloadInput>, string>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/history.csv',
  statuses: [200],
  auth: 'user',
  csv: true,
  errors: ['not_found'],
  summary: 'The complete history as comma-separated values'
})

export const readOperation = endpoint<z.input<typeof schema.operationInput>, OperationDocument>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/history/{id}',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'One operation with its ledger entries'
})

export const readStats = endpoint<
  z.input<typeof schema.statsInput>,
  z.infer<typeof schema.statsDocument>
>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/stats',
  statuses: [200],
  auth: 'user',
  errors: ['not_found', 'invalid'],
  summary: 'What was spent, earned, withdrawn, and deposited each day, by currency'
})

export const listStatements = endpoint<
  z.input<typeof schema.statementsInput>,
  z.infer<typeof schema.accountStatements>
>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/statements',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'The account’s months with their opening and closing balances, newest first'
})

export const readStatement = endpoint<
  z.input<typeof schema.statementInput>,
  z.infer<typeof schema.accountStatementDocument>
>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/statements/{month}/{currency}',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'One month of the account in one currency, as a bill'
})
