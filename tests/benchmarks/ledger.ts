import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, connect } from '@mille/server/db/connect.ts'
import { startEmbedded } from '@mille/server/db/embedded.ts'
import { migrate } from '@mille/server/db/migrate.ts'
import {
  type NewTransfer,
  networkAccount,
  transfer,
  transferNow,
  userAccount,
  verifyLedger
} from '@mille/server/ledger/index.ts'
import { alternate, type Figure, median } from './rounds.ts'

const users = 50
const transfers = 2_000
const workers = 16
const rounds = 7

/**
 * The same transfers as one SQL function: an idempotency key, two entries with their balances, and the same durability.
 */
const bareFunction = `
  create table bare_accounts (id integer primary key, balance bigint not null);
  create table bare_transfers (id bigint generated always as identity primary key, key text not null unique);
  create table bare_entries (id bigint generated always as identity primary key, transfer bigint, account integer,
    amount bigint, balance bigint);
  insert into bare_accounts select id, 1000000 from generate_series(1, ${users}) as id;
  create function bare_transfer(wanted text, payer integer, payee integer, moved bigint) returns void
  language plpgsql as $$
  declare made bigint;
  begin
    perform from bare_accounts where id in (payer, payee) order by id for update;
    insert into bare_transfers (key) values (wanted) on conflict do nothing returning id into made;
    if made is null then return; end if;
    update bare_accounts set balance = balance + case id when payer then -moved else moved end where id in (payer, payee);
    insert into bare_entries (transfer, account, amount, balance)
    select made, id, case id when payer then -moved else moved end, balance from bare_accounts where id in (payer, payee);
  end $$`

/** Measures transfers per second, one by one and in batches, against one bare SQL function. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mille-ledger-'))
  const embedded = await startEmbedded(folder)
  const database = await connect(embedded.connection, workers)
  try {
    await migrate(database.pool)
    await database.pool.query(bareFunction)
    const results = await measure(database)
    const verdict = await verifyLedger(database.db)
    if (!verdict.ok) throw new Error(verdict.problem)
    return results
  } finally {
    await database.close()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure({ db, pool }: Connection): Promise<Figure[]> {
  const send = async (batch: NewTransfer[]) => {
    const done = await db.transaction().execute(tx => transfer(tx, batch))
    if (!done.ok) throw new Error(done.code)
  }
  await send(
    Array.from({ length: users }, (_, index) =>
      newTransfer(`fund ${index}`, 0, index + 1, 1_000_000n)
    )
  )

  const bareQuery = { name: 'bare', text: 'select bare_transfer($1, $2, $3, 1)' }
  const bareTransfer = async (key: string, payer: number, payee: number) =>
    void (await pool.query({ ...bareQuery, values: [key, payer, payee] }))
  const payOne = async (request: NewTransfer) => {
    const done = await transferNow(pool, request)
    if (!done.ok) throw new Error(done.code)
  }
  let round = 0
  const results = await alternate(rounds, {
    single: () => perSecond(transfers, index => payOne(between(`${round}-`, index))),
    bare: () =>
      perSecond(transfers, index => {
        const { payer, payee } = pairOf(index)
        return bareTransfer(`${round}-${index}`, payer, payee)
      }),
    hot: () =>
      perSecond(transfers / 4, index =>
        payOne(newTransfer(`hot ${round}-${index}`, 1, 2 + (index % 49)))
      ),
    hotBare: async () => {
      const measured = await perSecond(transfers / 4, index =>
        bareTransfer(`hot ${round}-${index}`, 1, 2 + (index % 49))
      )
      round += 1
      return measured
    }
  })
  const batched = await perSecond(20, index =>
    send(Array.from({ length: 1000 }, (_, place) => between('batch ', index * 1000 + place)))
  )
  // Each round is compared with the floor of the same round, because others use the machine too.
  const figure = (name: string, values: number[], floors: number[]): Figure => {
    const ratio = median(values.map((value, round) => value / (floors[round] ?? Number.NaN)))
    const [value, floor] = [median(values), median(floors)]
    return { name, value, unit: '/s', floor, ratio, target: '≥ 0.5', holds: ratio >= 0.5 }
  }
  return [
    figure('ledger transfers, one by one, 50 accounts', results.single, results.bare),
    figure('ledger transfers, one by one, one hot account', results.hot, results.hotBare),
    figure('ledger transfers in batches of 1,000', [batched * 1000], [median(results.bare)])
  ]
}

/** Picks a payer and a payee. The pairs are spread over the accounts, so that few transfers wait for each other. */
function pairOf(index: number): { payer: number; payee: number } {
  const payer = (index * 7) % users
  return { payer: payer + 1, payee: ((payer + 1 + (index % (users - 1))) % users) + 1 }
}

function between(prefix: string, index: number): NewTransfer {
  const { payer, payee } = pairOf(index)
  return newTransfer(`transfer ${prefix}${index}`, payer, payee)
}

/** User 0 represents the world outside the network. */
function newTransfer(key: string, payer: number, payee: number, amount = 1n): NewTransfer {
  const from = payer === 0 ? networkAccount('BTC', 'outside') : userAccount(payer, 'BTC')
  return { key, kind: 'test', amount, from, to: userAccount(payee, 'BTC'), at: new Date() }
}

async function perSecond(count: number, once: (index: number) => Promise<void>): Promise<number> {
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (next < count) await once(next++)
    })
  )
  return Math.round((count * 1000) / (performance.now() - started))
}
