import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { sql } from 'kysely'
import { createTestApp, type SignedInBrowser, type TestApp } from '../test-app.ts'

export type Scenario = {
  by: SignedInBrowser
  path: string
  /** Attributes of the request body; absent for a call without a body. */
  attributes?: Record<string, unknown>
  /** Attributes for the same call with a different request, if there is one. */
  other?: Record<string, unknown>
  /** Number of times the call has taken effect. */
  effects: () => Promise<number>
}

export type RepeatedWorld = { app: TestApp; user: SignedInBrowser; admin: SignedInBrowser }

/** Scenarios by call: the request to send and a count of its effects. Each invocation uses a new resource. */
export type Scenarios = Record<string, (world: RepeatedWorld) => Promise<Scenario>>

export const sampleAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

export async function openRepeatedWorld(): Promise<RepeatedWorld> {
  const app = await createTestApp()
  configurePayments(app)
  return { app, user: await app.signIn(), admin: await app.signInAdmin() }
}

/** Configures a chain that is never contacted: withdrawals are only recorded. */
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

/** Returns the request body, or null for a call that has no body. */
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

/** Counts the rows of a table in which the column has the given value. */
export function countOf(app: TestApp, table: string, column: string, value: string | number) {
  return countRows(
    app,
    sql`select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(column)} = ${value}`
  )
}
