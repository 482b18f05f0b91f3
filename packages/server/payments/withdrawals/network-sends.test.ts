import { addPasskey } from '@mille/testing/passkey.ts'
import {
  createTestSigner,
  depositBitcoin,
  type TestSigner,
  takeTurn,
  verifyChain
} from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { send } from '../../cli/send.ts'
import { balances, networkAccount, transferNow, userAccount } from '../../ledger/index.ts'
import { addressAt } from '../bitcoin/keys.ts'
import { satoshis } from '../bitcoin/rpc.ts'
import { readExtendedKey } from '../facts/extended-key.ts'

let regtest: Regtest
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser
let cold: string

beforeAll(async () => {
  regtest = await startRegtest()
  signer = createTestSigner(regtest)
  app = await createTestApp()
  const { payments, publicUrl } = app.context.config
  payments.bitcoin = regtest.config
  payments.signerSocket = signer.socket
  payments.withdrawals.freezeHours = 0
  const wide = { once: 10n ** 12n, daily: 10n ** 12n }
  const above = { BTC: 10_000_000n, USD: 0n }
  await signer.start({ BTC: wide, USD: wide, coin: wide }, 'signed', { above, origin: publicUrl })
  user = await app.signIn()
  await depositBitcoin(app.context, regtest, user, '1')
  cold = await regtest.rpc.wallet<string>('getnewaddress')
  // Charges half of the advertiser’s bitcoin: the network earns it, and still owes the other half.
  const charged = await transferNow(app.context.pool, {
    key: 'charged',
    kind: 'charge',
    amount: 50_000_000n,
    from: userAccount(Number(user.userId), 'BTC'),
    to: networkAccount('BTC', 'fee'),
    at: app.context.now()
  })
  expect(charged.ok).toBe(true)
})
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await regtest?.dispose()
})
afterEach(async () => {
  expect(await verifyChain(app.context)).toEqual([])
})

const turn = () => takeTurn(app.context, regtest, signer.socket)
const ask = (amount: string, key: string, address = cold) =>
  send(app.context, { address, amount, token: 'BTC', reason: 'Earnings of March', key })
const received = async () =>
  satoshis(await regtest.rpc.wallet<string>('getreceivedbyaddress', cold, 0))
async function network() {
  const accounts = (['fee', 'held', 'outside'] as const).map(it => networkAccount('BTC', it))
  const [fee, held, outside] = await balances(app.context.db, accounts)
  return { fee, held, outside }
}

test('what the network has earned goes to an address once, from its fee account to outside', async () => {
  const first = await ask('0.05', 'march')
  expect(first).toMatch(
    /^Withdrawal \d+ of the network: 0.05000000 BTC to .* is sent with the next payouts$/
  )
  expect(await ask('0.05', 'march')).toContain('was already requested')
  await expect(ask('0.06', 'march')).rejects.toThrow('was used to send something else')
  expect(await network()).toMatchObject({ fee: 45_000_000n, held: 5_000_000n })
  await turn()
  expect(await received()).toBe(5_000_000n)
  await regtest.mine(8)
  await turn()
  const costs = -(await balances(app.context.db, [networkAccount('BTC', 'costs')]))[0]!
  expect(await network()).toEqual({
    fee: 45_000_000n,
    held: 0n,
    outside: -100_000_000n + 5_000_000n + costs
  })
  expect(await ask('0.05', 'march')).toContain('was already requested')
  await turn()
  expect(await received()).toBe(5_000_000n)
})

test('above the limit of approval, also in parts, an operator’s passkey allows it', async () => {
  const before = await received()
  expect(await ask('0.06', 'april')).toContain('an operator has to approve it')
  await turn()
  expect(await received()).toBe(before)
  const operator = await app.signInAdmin()
  const passkey = await addPasskey(operator, app.context.config.publicUrl)
  signer.trust(passkey)
  const review = await operator.api.payments.readPayoutReview()
  const [row] = review.ok ? review.value.data : []
  expect(row?.attributes).toMatchObject({ user_id: null, needs_approval: true })
  const response = passkey.answer(row?.attributes.passkey_challenge ?? '')
  const input = { id: row?.id ?? '', decision: 'approve' as const, response }
  expect(await operator.api.payments.decideWithdrawal(input)).toMatchObject({ ok: true })
  await turn()
  expect(await received()).toBe(before + 6_000_000n)
  // A rejected withdrawal returns the money to the network's earnings.
  await ask('0.07', 'may')
  const { fee = 0n } = await network()
  const next = await operator.api.payments.readPayoutReview()
  const [last] = next.ok ? next.value.data.filter(it => it.attributes.state === 'requested') : []
  await operator.api.payments.decideWithdrawal({ id: last?.id ?? '', decision: 'reject' })
  expect((await network()).fee).toBe(fee + 7_000_000n)
})

test('what accounts are owed stays, and so do addresses of the network’s own', async () => {
  await expect(ask('0.4', 'too-much')).rejects.toThrow('more than is owed')
  const own = addressAt(readExtendedKey(regtest.config.xpub), 0, 'regtest')
  await expect(ask('0.01', 'own', own)).rejects.toThrow('one of the network’s own')
  await expect(ask('0.01', 'wrong', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).rejects.toThrow(
    'is not a valid'
  )
  await expect(ask('1,000', 'comma')).rejects.toThrow('whole coins')
  // An account is owed money that was never paid in, so nothing can be sent, whatever the network has earned.
  const credited = await transferNow(app.context.pool, {
    key: 'by hand',
    kind: 'adjustment',
    amount: 40_000_000n,
    from: networkAccount('BTC', 'outside'),
    to: userAccount(Number(user.userId), 'BTC'),
    at: app.context.now()
  })
  expect(credited.ok).toBe(true)
  await expect(ask('0.05', 'spare')).rejects.toThrow('more than is owed')
  await regtest.pay({ [addressAt(readExtendedKey(regtest.config.xpub), 700, 'regtest')]: '1' })
  await regtest.mine(1)
  // The float is on the chain, but it was deposited by the operator, not earned.
  await expect(ask('0.6', 'float')).rejects.toThrow('has not earned')
})
