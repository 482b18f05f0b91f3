import { type Anvil, startAnvil } from '@mille/testing/anvil.ts'
import {
  createTestSigner,
  depositBitcoin,
  type TestSigner,
  takeTurn,
  verifyChain
} from '@mille/testing/payments.ts'
import { type Regtest, startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressAt } from '../bitcoin/keys.ts'
import { ethereumAddressAt, payingAddress } from '../ethereum/keys.ts'
import { readExtendedKey } from '../facts/extended-key.ts'

let regtest: Regtest
let anvil: Anvil
let signer: TestSigner
let app: TestApp
let user: SignedInBrowser

beforeAll(async () => {
  regtest = await startRegtest()
  anvil = await startAnvil()
  signer = createTestSigner(regtest)
  await signer.start()
  app = await createTestApp()
  const { payments } = app.context.config
  payments.bitcoin = regtest.config
  payments.signerSocket = signer.socket
  payments.withdrawals.freezeHours = 0
  user = await app.signIn()
  await depositBitcoin(app.context, regtest, user, '0.5')
})
afterAll(async () => {
  await app?.close()
  await signer?.dispose()
  await anvil?.dispose()
  await regtest?.dispose()
})

const turn = () => takeTurn(app.context, regtest, signer.socket)

async function withdraw(token: 'BTC' | 'USDT', address: string, amount: string) {
  await user.api.security.stepUp({ access_code: user.accessCode })
  return user.api.payments.createWithdrawal({ token_code: token, address, amount })
}

test('withdrawals to a change address, to the paying account or to an address that is given out next are refused', async () => {
  const outside = await regtest.rpc.wallet<string>('getnewaddress')
  expect(await withdraw('BTC', outside, '1000000')).toMatchObject({ ok: true })
  await turn()
  const { raw } = await app.context.db.selectFrom('payouts').select('raw').executeTakeFirstOrThrow()
  const { vout } = await regtest.rpc.call<{ vout: { scriptPubKey: { address: string } }[] }>(
    'decoderawtransaction',
    raw
  )
  const change = vout.map(it => it.scriptPubKey.address).find(it => it !== outside) ?? ''
  for (const address of [change, change.toUpperCase()])
    expect(await withdraw('BTC', address, '1000000'), address).toMatchObject({
      code: 'address_of_network'
    })
  app.context.config.payments.ethereum = anvil.config
  const paying = payingAddress(anvil.config)
  // Deposit addresses that will be given out later.
  const later = [0, 60].map(it => ethereumAddressAt(readExtendedKey(anvil.config.xpub), it))
  for (const address of [paying, paying.toLowerCase(), ...later])
    expect(await withdraw('USDT', address, '5000000000'), address).toMatchObject({
      code: 'address_of_network'
    })
  // Tokens would be lost at the zero address and at the token contracts.
  const contracts = Object.values(anvil.config.tokens)
  const lost = [zeroAddress, ...contracts, ...contracts.map(it => it.toLowerCase())]
  for (const address of lost)
    expect(await withdraw('USDT', address, '5000000000'), address).toMatchObject({
      code: 'address_invalid'
    })
  app.context.config.payments.ethereum = null
})

test('one that only the key knows is refused before it is signed, and the money is back', async () => {
  const key = readExtendedKey(regtest.config.xpub)
  await regtest.mine(1)
  for (const address of [addressAt(key, 400, 'regtest'), addressAt(key, 555, 'regtest', 1)]) {
    expect(await withdraw('BTC', address, '1000000')).toMatchObject({ ok: true })
    await turn()
    const list = await user.api.payments.listWithdrawals()
    expect(list.ok && list.value.data[0]?.attributes).toMatchObject({
      state: 'failed',
      reason: 'The address is one of the network’s own'
    })
  }
  expect(await verifyChain(app.context)).toEqual([])
})
