import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { sql } from 'kysely'
import { createTestApp, type SignedInBrowser, type TestApp } from '../test-app.ts'

export type Scenario = {
  by: SignedInBrowser
  path: string
  /** Absent for a call without a body. */
  attributes?: Record<string, unknown>
  /** The same call with another wish, where there is one. */
  other?: Record<string, unknown>
  /** How often it has happened. */
  effects: () => Promise<number>
}

export type RepeatedWorld = { app: TestApp; user: SignedInBrowser; admin: SignedInBrowser }

/** By call: what it does, and how one sees how often. Each time it is asked for it is about something new. */
export type Scenarios = Record<string, (world: RepeatedWorld) => Promise<Scenario>>

export const sampleAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

export async function openRepeatedWorld(): Promise<RepeatedWorld> {
  const app = await createTestApp()
  configurePayments(app)
  return { app, user: await app.signIn(), admin: await app.signInAdmin() }
}

/** A chain that is named and never asked: a withdrawal is only written down. */
function configurePayments(app: TestApp): void {
  const { payments } = app.context.config
  payments.bitcoin = {
    name: 'bitcoin',
    rpcUrl: 'http://127.0.0.1:1',
    wallet: 'none',
    xpub: '',
    network: 'regtest',
    confirmations: 2,
    minimumDeposit: 5_000n
  }
  payments.signerSocket = '/nowhere'
  payments.withdrawals.dailyLimit = { BTC: 10n ** 15n, USD: 0n }
}

/** Null for a call that has no body. */
export function bodyOf(
  { type }: Pick<AnyEndpoint, 'type'>,
  attributes: Record<string, unknown> | undefined
): string | null {
  return attributes === undefined ? null : JSON.stringify({ data: { type, attributes } })
}

export async function countRows(
  app: TestApp,
  query: ReturnType<typeof sql<{ count: number }>>
): Promise<number> {
  return (await query.execute(app.context.db)).rows[0]?.count ?? -1
}

/** Rows of a table in which that column is that value. */
export function countOf(app: TestApp, table: string, column: string, value: string | number) {
  return countRows(
    app,
    sql`select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(column)} = ${value}`
  )
}
