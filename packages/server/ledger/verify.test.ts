import { createTestDatabase } from '@mille/testing/test-database.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { networkAccount, userAccount } from './accounts.ts'
import { hold } from './holds.ts'
import { transfer } from './transfer.ts'
import { verifyLedger } from './verify.ts'

const at = new Date('2026-03-02T10:00:00Z')
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeEach(async () => {
  database = await createTestDatabase(2)
  await database.db.transaction().execute(async tx => {
    const [outside, alice, bob] = [
      networkAccount('BTC', 'outside'),
      userAccount(1, 'BTC'),
      userAccount(2, 'BTC')
    ]
    await transfer(tx, [
      { key: '1', kind: 'test', amount: 100n, from: outside, to: alice, at },
      { key: '2', kind: 'test', amount: 30n, from: alice, to: bob, at },
      { key: '3', kind: 'test', amount: 5n, from: bob, to: alice, at }
    ])
    await hold(tx, { key: '4', from: alice, amount: 20n, reason: 'order', at })
  })
})
afterEach(() => database.close())

/** Edits the database as an attacker with the superuser's password would. */
async function tamper(...statements: RawBuilder<unknown>[]) {
  await database.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await statement.execute(tx)
  })
}

test('counts what it proved', async () => {
  expect(await verifyLedger(database.db)).toEqual({
    ok: true,
    accounts: 4n,
    transfers: 4n,
    entries: 8n,
    openHolds: 1n
  })
})

const alice = sql`(select id from ledger_accounts where owner = 'user' and owner_id = 1 and kind = 'available')`
const bob = sql`(select id from ledger_accounts where owner = 'user' and owner_id = 2 and kind = 'available')`
const transferTwo = sql`(select id from ledger_transfers where key = '2')`

const tampering: [string, RawBuilder<unknown>[], RegExp][] = [
  [
    'a changed entry',
    [sql`update ledger_entries set amount = -29 where amount = -30`],
    /^user 1, BTC, available .*: entry 2 does not follow/
  ],
  [
    'a lost entry',
    [sql`delete from ledger_entries where account = ${alice} and sequence = 2`],
    /^user 1, .*: entry 3 does not follow entry 1/
  ],
  [
    'a lost last entry',
    [sql`delete from ledger_entries where account = ${bob} and sequence = 2`],
    /^user 2, .*: has balance 25 after 2 entries, but its 1 entries sum to 30/
  ],
  [
    'a changed balance',
    [sql`update ledger_accounts set balance = 56 where id = ${alice}`],
    /^user 1, .*: has balance 56 after 4 entries, but its 4 entries sum to 55/
  ],
  [
    'money that lies where a settlement only passes through',
    [
      sql`update ledger_accounts set owner = 'network', owner_id = 0, kind = 'settling' where id = ${alice}`
    ],
    /^network 0, BTC, settling .*: has 55, and must be empty/
  ],
  [
    'a changed transfer',
    [sql`update ledger_transfers set amount = 31 where key = '2'`],
    /^transfer \d+ of 31 from user 1.* to user 2.*: its 2 entries do not say so/
  ],
  [
    'a transfer without entries',
    [
      sql`insert into ledger_transfers (key, request_hash, kind, asset, amount, from_account, to_account, at)
        select 'x', request_hash, kind, asset, amount, from_account, to_account, at from ledger_transfers where key = '2'`
    ],
    /^transfer \d+ of 30 .*: its 0 entries/
  ],
  [
    'a transfer to someone else',
    [
      sql`update ledger_transfers set to_account = from_account, from_account = to_account where id = ${transferTwo}`
    ],
    /^transfer \d+ of 30 from user 2.* to user 1.*: its 2 entries/
  ],
  [
    'another asset',
    [sql`update ledger_accounts set asset = 'USD' where id = ${bob}`],
    /^transfer \d+ is of BTC, but moves between user 1.* and user 2, USD/
  ],
  [
    'money from nowhere',
    [
      sql`update ledger_accounts set balance = balance + 7, entries = entries + 1 where id = ${bob}`,
      sql`insert into ledger_entries select ${bob}, 3, max(id) + 1, 7, 32 from ledger_transfers`
    ],
    /^all accounts in BTC sum to 7 instead of 0/
  ],
  [
    'a hold that is gone',
    [sql`delete from ledger_holds`],
    /^user 1, BTC, held .*: has 20, but its open holds sum to 0/
  ],
  [
    'a larger hold',
    [sql`update ledger_holds set amount = 21`],
    /^user 1, BTC, held .*: has 20, but its open holds sum to 21/
  ]
]

test.each(tampering)('names the first account that %s breaks', async (_name, statements, words) => {
  await tamper(...statements)
  const verdict = await verifyLedger(database.db)
  expect(verdict).toMatchObject({ ok: false })
  if (!verdict.ok) expect(verdict.problem).toMatch(words)
})
