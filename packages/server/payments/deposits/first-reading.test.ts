import { startAnvil } from '@mille/testing/anvil.ts'
import { newDepositAddress, takeTokenTurn, takeTurn } from '@mille/testing/payments.ts'
import { startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { balances, userAccount } from '../../ledger/index.ts'
import { addressAt } from '../bitcoin/keys.ts'
import { createBitcoinRpc } from '../bitcoin/rpc.ts'
import { readExtendedKey } from '../facts/extended-key.ts'

// Addresses are given out without the node, which may be down or still syncing when a network starts.

async function available({ db }: Context, user: SignedInBrowser, asset: 'BTC' | 'USD') {
  const [free] = await balances(db, [userAccount(Number(user.userId), asset)])
  return free
}

test('what came before the chain was ever read is credited, on Bitcoin', async () => {
  const regtest = await startRegtest()
  const app = await createTestApp()
  try {
    const { context } = app
    context.config.payments.bitcoin = regtest.config
    const user = await app.signIn()
    await regtest.pay({ [await newDepositAddress(user, 'BTC')]: '0.5' })
    await regtest.mine(1)
    // The wallet itself searches only two hours back.
    const later = Math.floor(Date.now() / 1_000) + 5 * 3_600
    await regtest.rpc.call('setmocktime', later)
    await regtest.mine(12)
    await takeTurn(context, regtest)
    expect(await available(context, user, 'BTC')).toBe(50_000_000n)
  } finally {
    await app.close()
    await regtest.dispose()
  }
})

test('what came before the chain was ever read is credited, in tokens; coin waits for the operator', async () => {
  const anvil = await startAnvil()
  const app = await createTestApp()
  try {
    const { context } = app
    context.config.payments.ethereum = anvil.config
    const user = await app.signIn()
    const address = await newDepositAddress(user, 'USDT')
    await anvil.pay('USDT', address, 25_000_000n)
    await anvil.payCoin(address, 10n ** 17n)
    await anvil.mine(200)
    await takeTokenTurn(context, anvil.config)
    expect(await available(context, user, 'USD')).toBe(2_500_000_000n)
    const seen = await context.db
      .selectFrom('deposits')
      .select('token_code')
      .orderBy('id')
      .execute()
    expect(seen.map(it => it.token_code)).toEqual(['USDT', 'ETH'])
  } finally {
    await app.close()
    await anvil.dispose()
  }
})

test('a wallet counts what may be given out as used, so that no payment has it mark thousands', async () => {
  const regtest = await startRegtest()
  const app = await createTestApp()
  try {
    const { context } = app
    context.config.payments.bitcoin = regtest.config
    await takeTurn(context, regtest)
    await sql`update chains set next_index = 4000 where name = 'bitcoin'`.execute(context.db)
    await takeTurn(context, regtest)
    const watching = async () => {
      const { descriptors } = await createBitcoinRpc(regtest.config).wallet<{
        descriptors: { next_index?: number; internal?: boolean }[]
      }>('listdescriptors')
      return descriptors.find(it => !it.internal)?.next_index
    }
    expect(await watching()).toBe(4_000)
    const key = readExtendedKey(regtest.config.xpub)
    await regtest.pay({ [addressAt(key, 3_999, 'regtest')]: '0.1' })
    await regtest.mine(2)
    await takeTurn(context, regtest)
    const rows = await context.db.selectFrom('deposits').select('amount').execute()
    expect(rows).toEqual([{ amount: 10_000_000n }])
  } finally {
    await app.close()
    await regtest.dispose()
  }
})
