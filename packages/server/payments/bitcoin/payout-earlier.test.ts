import {
  createTestSigner,
  depositBitcoin,
  type TestSigner,
  takeTurn,
  verifyChain,
  withdrawBitcoin
} from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { satoshis } from './rpc.ts'

/** The database knows less than the signer, after a crash before a payout was stored or a restored backup. */
let regtest: Regtest
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser

beforeAll(async () => {
  regtest = await startRegtest()
  signer = createTestSigner(regtest)
  await signer.start()
  app = await createTestApp()
  const { payments } = app.context.config
  payments.bitcoin = regtest.config
  payments.signerSocket = signer.socket
  payments.withdrawals.freezeHours = 0
})
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await regtest?.dispose()
})
beforeEach(async () => {
  user = await app.signIn()
  await depositBitcoin(app.context, regtest, user, '0.1')
})
afterEach(async () => {
  expect(await verifyChain(app.context)).toEqual([])
})

const turn = () => takeTurn(app.context, regtest, signer.socket)

const withdraw = (amount: string) => withdrawBitcoin(regtest, user, amount)
const received = async (address: string) =>
  satoshis(await regtest.rpc.wallet<string>('getreceivedbyaddress', address, 0))
async function states(): Promise<string[]> {
  const list = await user.api.payments.listWithdrawals()
  return list.ok ? list.value.data.map(it => it.attributes.state) : []
}

/** Puts the database in the state of a backup from before the payout. */
async function forgetPayouts(): Promise<void> {
  await sql`update withdrawals set payout_id = null, state = 'requested' where ended_at is null`.execute(
    app.context.db
  )
  await sql`delete from payout_inputs using payouts where payouts.id = payout_id and state in ('signed', 'sent')`.execute(
    app.context.db
  )
  await sql`delete from payouts where state in ('signed', 'sent')`.execute(app.context.db)
}

test('what was paid since the backup is found, and not paid again with other coins', async () => {
  const address = await withdraw('1000000')
  await turn()
  await regtest.mine(1)
  // A larger coin, which would be selected first now.
  await depositBitcoin(app.context, regtest, user, '0.9')
  await forgetPayouts()
  await turn()
  expect(await states()).toEqual(['sent'])
  expect(await received(address)).toBe(995_000n)
  await regtest.mine(8)
  await turn()
  expect(await states()).toEqual(['confirmed'])
  expect(await received(address)).toBe(995_000n)
})

test('what was signed and never sent is sent, and what its owner has canceled since is left out', async () => {
  const [kept, cancelled] = [await withdraw('1000000'), await withdraw('2000000')]
  // The payout was signed, but the process died before it was stored or sent.
  const crashing = takeTurn(
    {
      ...app.context,
      db: app.context.db.withPlugin({
        transformQuery({ node }) {
          if (
            JSON.stringify(node, (_, it) => (typeof it === 'bigint' ? `${it}` : it)).includes(
              '"payouts"'
            ) &&
            node.kind === 'InsertQueryNode'
          )
            throw new Error('The process dies')
          return node
        },
        transformResult: async ({ result }) => result
      })
    },
    regtest,
    signer.socket
  )
  await expect(crashing).rejects.toThrow('The process dies')
  expect(await regtest.rpc.call<string[]>('getrawmempool')).toEqual([])
  const list = await user.api.payments.listWithdrawals()
  const newest = list.ok ? list.value.data[0] : undefined
  expect(newest?.attributes.address).toBe(cancelled)
  await user.api.payments.cancelWithdrawal({ id: newest?.id ?? '' })
  await depositBitcoin(app.context, regtest, user, '0.95')
  await turn()
  expect(await states()).toEqual(['cancelled', 'sent'])
  await regtest.mine(8)
  await turn()
  expect(await states()).toEqual(['cancelled', 'confirmed'])
  expect([await received(kept), await received(cancelled)]).toEqual([995_000n, 0n])
})
