import { createTestContext } from '@mille/testing/test-context.ts'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { settleDue } from './settle.ts'
import { createTestNetwork } from './testing/network.ts'
import { verifySettlements } from './verify.ts'

const tampering: [string, RawBuilder<unknown>, RegExp][] = [
  [
    'its shares',
    sql`update settlements set fee = fee + 1 where charged > 0`,
    /^campaign \d+, window .*: charged 83 with a fee of 9, /
  ],
  [
    'its charge',
    sql`update settlement_shares set gross = gross - 1, net = net - 1`,
    /but its shares sum to 82/
  ],
  [
    'the windows around it',
    sql`update settlements set window_end = window_end + interval '1 hour'`,
    /window .* begins before the one before it has ended/
  ],
  [
    'a missing transfer',
    sql`delete from ledger_transfers where kind = 'settlement'`,
    /^settlement:\d+:2026-03-02T10:00:00.000Z:units: there is no transfer of 67/
  ],
  [
    'what its units got together',
    sql`update ledger_transfers set amount = 66 where kind = 'settlement'`,
    /^settlement:\d+:2026-03-02T10:00:00.000Z:units: the transfer of 66 is not the settlement's 67/
  ],
  [
    'what its unit got',
    sql`update ledger_transfers set amount = 66 where kind = 'unit_settlement'`,
    /^ad unit (\d+), settlement period \1-1772445600: got 66 BTC, and its shares sum to 67/
  ],
  [
    'which unit got it',
    sql`
      insert into ledger_accounts (owner, owner_id, asset, kind) values ('ad_unit', 999, 'BTC', 'available');
      update ledger_transfers set to_account = (select id from ledger_accounts where owner_id = 999)
      where kind = 'unit_settlement'`,
    /^ad unit \d+, settlement period \d+-1772445600: got (0 BTC, and its shares sum to 67|67 BTC, and its shares sum to 0)/
  ],
  [
    'a transfer to its unit that is missing',
    sql`delete from ledger_transfers where kind = 'unit_settlement'`,
    /^ad unit \d+, settlement period \d+-1772445600: got 0 BTC, and its shares sum to 67/
  ],
  [
    'when its unit was paid for',
    sql`update ledger_transfers set subject_id = replace(subject_id, '-1772445600', '-1772452800') where kind = 'unit_settlement'`,
    /^ad unit \d+, settlement period \d+-1772445600: got 0 BTC, and its shares sum to 67/
  ],
  [
    'the amount of its transfer',
    sql`update ledger_transfers set amount = 15 where kind = 'settlement_fee'`,
    /:fee: the transfer of 15 is not the settlement's 8/
  ],
  [
    'its partner',
    sql`update settlements set referral = 0, fee = fee + referral where charged > 0`,
    /^campaign \d+, window .*: charged 83 with a fee of 16, a referral of 0/
  ],
  [
    'where a partner is paid',
    sql`update settlements set partner_id = 2 where referral > 0`,
    /:referral: the transfer of 8 is not the settlement's 8/
  ],
  [
    'what its holds paid',
    sql`update settlements set promotion = 1 where charged > 0`,
    /^campaign \d+ was charged 83, of it 1 promotion money, but its holds paid 83 and 0/
  ],
  [
    'an open hold',
    sql`update ledger_holds set state = 'open', ended_at = null`,
    /^hold \d+ of campaign \d+ is open, but its window .* is settled/
  ],
  [
    'a hold of another campaign',
    sql`update campaign_holds set campaign_id = 999`,
    /^hold \d+ of campaign \d+ is for no window of its/
  ],
  [
    'a transfer too many',
    sql`update ledger_transfers set kind = 'settlement' where key = 'back'`,
    /^back: a transfer of 5 that no settlement has/
  ]
]

test.each(tampering)(
  'finds a statement that disagrees with %s',
  async (_name, statement, words) => {
    const context = await createTestContext()
    const network = await createTestNetwork(context)
    await network.refer()
    const id = await network.createCampaign()
    await network.count(id, '2026-03-02T10:00:00Z', network.first, 1n)
    context.clock.set('2026-03-02T14:00:01Z')
    await settleDue(context)
    await network.withdraw(id, 5n)
    expect(await verifySettlements(context.db)).toEqual({ ok: true, settlements: 2n })

    await context.db.transaction().execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await statement.execute(tx)
    })
    const verdict = await verifySettlements(context.db)
    expect(verdict.ok ? '' : verdict.problem).toMatch(words)
    await context.close()
  }
)
