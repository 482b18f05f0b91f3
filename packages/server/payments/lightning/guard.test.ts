import { until } from '@mille/testing/lightning.ts'
import { type LightningApp, startLightningApp } from '@mille/testing/lightning-app.ts'
import type { SignedInBrowser } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLightning } from '../lightning-health.ts'
import { eachOf } from './guard.ts'

let lightning: LightningApp
let user: SignedInBrowser

beforeAll(async () => {
  lightning = await startLightningApp()
  user = await lightning.app.signIn()
  await lightning.deposit(user, 90_000n)
})
afterAll(() => lightning?.close())

const readNode = async () => (await readLightning(lightning.app.context))!
const startedOften = () =>
  lightning.app.context.db
    .selectFrom('lightning_node')
    .select('generation')
    .executeTakeFirstOrThrow()

/** Makes the database refuse the rows of a table that the condition describes. */
async function refuse(table: string, condition: string): Promise<void> {
  const { db } = lightning.app.context
  await sql`create or replace function refuse_row() returns trigger language plpgsql
    as $$ begin raise exception 'refused by the test'; end $$`.execute(db)
  await sql`create trigger refuse_row before update on ${sql.table(table)}
    for each row when (${sql.raw(condition)}) execute function refuse_row()`.execute(db)
}
const allow = (table: string) =>
  sql`drop trigger refuse_row on ${sql.table(table)}`.execute(lightning.app.context.db)

async function withdraw(expirySeconds: number): Promise<string> {
  const { invoice } = await lightning.wallet.node().createInvoice({
    ...{ amount: 1_000n, description: 'Withdrawal', expirySeconds }
  })
  expect((await user.api.security.stepUp({ access_code: user.accessCode })).ok).toBe(true)
  const asked = await user.api.payments.createLightningWithdrawal({ invoice })
  if (!asked.ok) throw new Error(asked.code)
  return asked.value.data.id
}

async function isIn(id: string, state: string): Promise<void> {
  await until(async () => {
    const listed = await user.api.payments.listWithdrawals()
    return listed.ok && listed.value.data.find(it => it.id === id)?.attributes.state === state
  })
}

const isForwarded = async () =>
  (await lightning.app.context.db
    .selectFrom('lightning_deposits')
    .select('id')
    .where('is_forwarded', '=', false)
    .executeTakeFirst()) === undefined

test('a deposit that cannot be moved on stops no payment and not the node, is counted, and is tried again', async () => {
  const { generation } = await startedOften()
  await refuse('lightning_deposits', 'new.is_forwarded and not old.is_forwarded')
  await lightning.deposit(user, 2_000n)
  await isIn(await withdraw(600), 'confirmed')
  await until(async () => ((await readNode()).failures['deposits of campaigns'] ?? 0) > 1)
  const answer = await lightning.app.open('127.0.0.1').transport('/metrics', {})
  expect(await answer.text()).toMatch(
    /^mille_lightning_failures\{part="deposits of campaigns"\} [1-9]/m
  )
  expect(await isForwarded()).toBe(false)
  await allow('lightning_deposits')
  await until(isForwarded)
  expect(await startedOften()).toEqual({ generation })
})

test('a withdrawal that cannot be ended stops no payment, and its money is returned once it can', async () => {
  const { clock, config } = lightning.app.context
  const { withdrawals } = config.payments
  const { approvalAbove } = withdrawals
  const { generation } = await startedOften()
  withdrawals.approvalAbove = { BTC: 500n, USD: 0n }
  const waiting = await withdraw(600)
  withdrawals.approvalAbove = approvalAbove
  await refuse('withdrawals', `new.state = 'failed'`)
  clock.set(new Date(Date.now() + 1_800_000))
  await until(async () => ((await readNode()).failures['expired invoices'] ?? 0) > 0)
  clock.set(new Date())
  await isIn(await withdraw(600), 'confirmed')
  await allow('withdrawals')
  clock.set(new Date(Date.now() + 1_800_000))
  await isIn(waiting, 'failed')
  clock.set(new Date())
  expect(await startedOften()).toEqual({ generation })
})

test('what fails holds up nothing after it, and the first error is thrown at the end', async () => {
  const done: number[] = []
  const work = async (it: number) => {
    if (it % 2 === 0) throw new Error(`${it} failed`)
    done.push(it)
  }
  await expect(eachOf([1, 2, 3, 4, 5], work)).rejects.toThrow('2 failed')
  expect(done).toEqual([1, 3, 5])
})
