import { startAnvil } from '@mille/testing/anvil.ts'
import {
  depositBitcoin,
  newDepositAddress,
  payTo,
  takeTokenTurn,
  takeTurn,
  verifyChain
} from '@mille/testing/payments.ts'
import { startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { addressAt } from '../bitcoin/keys.ts'
import { readTransaction } from '../bitcoin/read-transaction.ts'
import { followDeposits } from '../deposits/follow-deposits.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import { readExtendedKey } from '../facts/extended-key.ts'

/** Timeout for tests that start their own node, which takes long alongside other tests. */
const startsNode = { timeout: 90_000 }

const columns =
  'chain, transaction_id, output, address, address_id, user_id, token_code, asset, amount, block_hash, block_height, seen_at'
const undoCopy =
  'update deposits set block_hash = null, block_height = null, is_gone = true where id <> (select min(id) from deposits)'

/** Inserts a second row like the real deposit, with one column made up. */
const copyWith = (column: string, value: string) =>
  `insert into deposits (${columns}) select ${columns.replace(column, value)} from deposits order by id limit 1`

/** Deposits that an attacker with the database's password could forge. */
const forgeries = {
  'a transaction that never was': [
    copyWith(
      'transaction_id',
      // Replaces the last digit with another one.
      "left(transaction_id, -1) || translate(right(transaction_id, 1), '0123456789abcdef', '123456789abcdef0')"
    ),
    undoCopy
  ],
  'a payment that the transaction does not have': [copyWith('output', 'output + 9'), undoCopy],
  'a payment to somebody else': [
    copyWith(
      'address, address_id, user_id',
      '(select address from deposit_addresses order by id desc limit 1), (select max(id) from deposit_addresses), (select user_id from deposit_addresses order by id desc limit 1)'
    ),
    undoCopy
  ],
  'more than was paid': [
    'update deposits set amount = amount * 2 where credited > 0',
    'update deposits set amount = amount / 2 where credited > 0'
  ]
} as const

/** Has the server credit each forgery, so that the books agree, and returns what the chain check says about it. */
async function forgeAll(context: Context, chain: ChainName): Promise<Record<string, string[]>> {
  const said: Record<string, string[]> = {}
  for (const [name, [forge, undo]] of Object.entries(forgeries)) {
    await sql.raw(forge).execute(context.db)
    expect(await followDeposits(context, chain, 1)).toBe(1)
    said[name] = await verifyChain(context)
    await sql.raw(undo).execute(context.db)
    expect(await followDeposits(context, chain, 1)).toBe(1)
    expect(await verifyChain(context)).toEqual([])
  }
  return said
}

test(
  'a deposit or a payout that the node has otherwise is named, on Bitcoin',
  startsNode,
  async () => {
    const regtest = await startRegtest()
    const app = await createTestApp()
    try {
      const { context } = app
      context.config.payments.bitcoin = regtest.config
      const user = await app.signIn()
      await depositBitcoin(context, regtest, user, '0.5')
      await newDepositAddress(await app.signIn(), 'BTC')
      // The operator's own money covers the forged deposits, so that there is no shortfall.
      const key = readExtendedKey(regtest.config.xpub)
      await regtest.pay({ [addressAt(key, 900, 'regtest')]: '5' })
      await regtest.mine(1)
      await takeTurn(context, regtest)
      expect(await verifyChain(context)).toEqual([])
      expect(await forgeAll(context, 'bitcoin')).toEqual({
        'a transaction that never was': [
          expect.stringMatching(/^deposit \d+ of \w+: the node does not know the transaction$/)
        ],
        'a payment that the transaction does not have': [
          expect.stringMatching(/: it has no output \d+$/)
        ],
        'a payment to somebody else': [
          expect.stringMatching(/: output \d pays 0\.50000000 to \w+, not 0\.50000000 to \w+$/)
        ],
        'more than was paid': [
          expect.stringMatching(/: output \d pays 0\.50000000 to (\w+), not 1\.00000000 to \1$/)
        ]
      })
      const { transactionId, raw } = payTo(addressAt(key, 5, 'regtest'), 1_000n)
      const [spent = ''] = readTransaction(raw).inputs
      await sql`
      with made as (
        insert into payouts (chain, transaction_id, raw, fee, state, created_at)
        values ('bitcoin', ${transactionId}, ${raw}, 0, 'confirmed', now()) returning id)
      insert into payout_inputs (payout_id, transaction_id, output, amount, address, branch, address_index)
      select id, ${spent.split(':')[0]}, 0, 1000, 'somewhere', 0, 0 from made`.execute(context.db)
      expect(await verifyChain(context)).toEqual([
        expect.stringMatching(/^payout \d+ in \w+: it is in no block$/)
      ])
    } finally {
      await app.close()
      await regtest.dispose()
    }
  }
)

test('a deposit that the node has otherwise is named, in tokens', startsNode, async () => {
  const anvil = await startAnvil()
  const app = await createTestApp()
  try {
    const { context } = app
    const { config } = anvil
    context.config.payments.ethereum = config
    const turn = () => takeTokenTurn(context, config)
    await anvil.fill('USDT', 10n ** 10n)
    const address = await newDepositAddress(await app.signIn(), 'USDT')
    await newDepositAddress(await app.signIn(), 'USDT')
    await turn()
    await anvil.pay('USDT', address, 500_000_000n)
    await anvil.mine(config.confirmations)
    await turn()
    expect(await verifyChain(context)).toEqual([])
    expect(await forgeAll(context, 'ethereum')).toEqual({
      'a transaction that never was': [
        expect.stringMatching(/: the node does not know the transaction$/)
      ],
      'a payment that the transaction does not have': [
        expect.stringMatching(/: it has no payment of USDT at place 9$/)
      ],
      'a payment to somebody else': [
        expect.stringMatching(/: it pays 500\.00000000 to \w+, not 500\.00000000 to \w+$/)
      ],
      'more than was paid': [
        expect.stringMatching(/: it pays 500\.00000000 to (\w+), not 1000\.00000000 to \1$/)
      ]
    })
  } finally {
    await app.close()
    await anvil.dispose()
  }
})
