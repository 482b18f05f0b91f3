import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type AccountBalance = z.infer<typeof schema.balance>
export type FinanceHold = z.infer<typeof schema.financeHold>
export type FinanceStat = z.infer<typeof schema.stat>
export type OperationDocument = z.infer<typeof schema.operationDocument>
export type FinanceOperation = z.infer<typeof schema.operation>

export const readBalances = endpoint<
  z.input<typeof schema.balancesInput>,
  z.infer<typeof schema.balancesDocument>
>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/balances',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'The account’s money in each currency, by where it is'
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
  summary: 'What of the account’s money is on hold, for what and until when'
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
  summary: 'What the account spent, earned, deposited and withdrew, newest first'
})

export const downloadHistory = endpoint<z.input<typeof schema.downloadInput>, string>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/history.csv',
  statuses: [200],
  auth: 'user',
  csv: true,
  errors: ['not_found'],
  summary: 'The same as comma-separated text, all of it'
})

export const readOperation = endpoint<z.input<typeof schema.operationInput>, OperationDocument>({
  method: 'GET',
  path: '/api/v1/users/{userId}/finances/history/{id}',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'One operation with the entries of the ledger that it is made of'
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
  summary: 'What was spent, earned, withdrawn and deposited on each day, by currency'
})
