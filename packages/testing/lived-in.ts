import { randomUUID } from 'node:crypto'
import { dayMs } from '@mille/api/durations.ts'
import { fireDeadlines } from '@mille/server/marketplace/deadlines.ts'
import { sealBooks } from '@mille/server/seals/seal-books.ts'
import { settleDue } from '@mille/server/settlement/index.ts'
import { startAnvil } from './anvil.ts'
import { createCampaign, decide } from './campaigns.ts'
import { seedDemo } from './demo/seed.ts'
import { addPasskey } from './passkey.ts'
import {
  createTestSigner,
  depositBitcoin,
  newDepositAddress,
  takeTokenTurn,
  takeTurn
} from './payments.ts'
import { addOffer } from './publications.ts'
import { startRegtest } from './regtest.ts'
import type { SignedInBrowser, TestApp } from './test-app.ts'

type People = Record<'advertiser' | 'publisher' | 'operator' | 'second', SignedInBrowser>

/**
 * Builds a network with history: days of the demo network, then deposits and withdrawals on a real chain, a correction,
 * a changed fee, coupons, and orders in several states, all made through the product's own calls.
 */
export async function liveIn(app: TestApp, historyDays: number): Promise<People> {
  await seedDemo(app.context, 'https://blog.example', historyDays)
  const people = {
    advertiser: await app.signIn(),
    publisher: await app.signIn(),
    operator: await app.signInAdmin(),
    second: await app.signInAdmin()
  }
  for (const live of [moveCoins, moveTokens, correctAndGive, tradePublications]) {
    await sealBooks(app.context)
    await live(app, people)
  }
  await settleDue(app.context)
  await sealBooks(app.context)
  return people
}

/**
 * Makes two confirmed deposits and one unconfirmed one, two withdrawals paid by one transaction (one of them approved
 * by a second operator), another withdrawal with a separate transaction, and a pending one.
 */
async function moveCoins(app: TestApp, { advertiser, operator, publisher }: People): Promise<void> {
  const { context } = app
  const regtest = await startRegtest()
  const signer = createTestSigner(regtest)
  try {
    await signer.start()
    const { payments } = context.config
    payments.bitcoin = regtest.config
    payments.signerSocket = signer.socket
    await depositBitcoin(context, regtest, advertiser, '0.5')
    await depositBitcoin(context, regtest, publisher, '0.05')
    const address = await regtest.rpc.wallet<string>('getnewaddress')
    const ask = async (amount: string) => {
      await prove(advertiser)
      return must(
        await advertiser.api.payments.createWithdrawal({ token_code: 'BTC', address, amount })
      )
    }
    await ask('9000000')
    const large = await ask('12000000')
    await prove(operator)
    const passkey = await addPasskey(operator, context.config.publicUrl)
    const review = must(await operator.api.payments.readPayoutReview())
    const asked = review.data.find(it => it.id === large.data.id)
    const response = passkey.answer(asked?.attributes.passkey_challenge ?? '')
    const { id } = large.data
    must(await operator.api.payments.decideWithdrawal({ id, decision: 'approve', response }))
    const settle = async () => {
      for (let round = 0; round < 3; round++) {
        await takeTurn(context, regtest, signer.socket)
        await regtest.mine(8)
      }
      await takeTurn(context, regtest, signer.socket)
    }
    await settle()
    // Together with the first withdrawal, this stays below the daily amount that needs no operator's approval.
    await ask('900000')
    await settle()
    await regtest.pay({ [await newDepositAddress(publisher, 'BTC')]: '0.01' })
    await takeTurn(context, regtest, signer.socket)
    await ask('300000')
  } finally {
    context.config.payments.bitcoin = null
    await signer.dispose()
    await regtest.dispose()
  }
}

/** Makes token deposits and two paid token withdrawals. */
async function moveTokens({ context }: TestApp, { advertiser }: People): Promise<void> {
  const anvil = await startAnvil()
  const { key, config } = anvil
  const contracts = config.tokens
  const signer = createTestSigner(null, { key, chainId: config.chainId, contracts })
  try {
    await signer.start()
    const { payments } = context.config
    payments.ethereum = config
    payments.signerSocket = signer.socket
    await anvil.fill('USDT', 10n ** 10n)
    const turn = () => takeTokenTurn(context, config, signer.socket)
    const address = await newDepositAddress(advertiser, 'USDT')
    await turn()
    await anvil.pay('USDT', address, 700_000_000n)
    for (const amount of ['5000000000', '3000000000']) {
      await anvil.mine(config.confirmations)
      await turn()
      await prove(advertiser)
      const to = `0x${context.randomBytes(20).toString('hex')}`
      const asked = { token_code: 'USDT', address: to, amount } as const
      must(await advertiser.api.payments.createWithdrawal(asked))
      // A withdrawal to an address other than the account's first one waits for three days.
      context.clock.advance(4 * dayMs)
    }
    for (let round = 0; round < 3; round++) {
      await turn()
      await anvil.mine(config.confirmations + 8)
    }
    await turn()
  } finally {
    context.config.payments.ethereum = null
    await signer.dispose()
    await anvil.dispose()
  }
}

/** Sets an email address, as premium accounts have one. */
async function setEmail({ db }: TestApp['context'], id: string): Promise<void> {
  const email = `${id}@example.org`
  await db.updateTable('users').set({ email }).where('id', '=', Number(id)).execute()
}

async function correctAndGive(
  { context }: TestApp,
  { advertiser, publisher, operator }: People
): Promise<void> {
  await prove(operator)
  for (const { userId: id } of [advertiser, publisher]) {
    await setEmail(context, id)
    must(await operator.api.admin.setPremium({ id, contact: 'Ada' }))
  }
  context.clock.advance(dayMs)
  await prove(operator)
  must(await operator.api.admin.setPremium({ id: publisher.userId, contact: null }))
  const gift = { code: 'WELCOME', effect: 'promotion', asset: 'BTC', amount: '70000' } as const
  must(await operator.api.coupons.createCoupon({ ...gift, uses_limit: 5, uses_per_account: 1 }))
  const correction = {
    id: publisher.userId,
    asset: 'BTC',
    amount: '1234',
    reason: 'Paid twice'
  } as const
  must(await operator.api.admin.adjustBalance(correction, { idempotencyKey: randomUUID() }))
  must(await operator.api.settings.changeSetting({ id: 'fee_basis_points', value: '1500' }))
  const campaign = await createCampaign(advertiser.api, { coupon_code: 'WELCOME' })
  must(await advertiser.api.campaigns.fundCampaign({ id: campaign.data.id, amount: '500000' }))
  await decide(operator, campaign)
}

/** Creates four orders: one paid for three days, one declined, one disputed, and one pending. */
async function tradePublications(
  app: TestApp,
  { advertiser, publisher, operator }: People
): Promise<void> {
  const { context } = app
  const offerId = await addOffer(context, publisher, { priceUsCents: 1_001n })
  const orders: string[] = []
  for (let count = 0; count < 4; count++) {
    const order = {
      offer_id: offerId,
      currency: 'btc',
      target_url: 'https://shop.example/'
    } as const
    const placed = await advertiser.api.marketplace.createOrder({
      ...order,
      brief: 'About bread, please.'
    })
    orders.push(must(placed).data.id)
  }
  const [paid = '', declined = '', disputed = ''] = orders
  const proof_url = 'http://127.0.0.1:9/article'
  for (const id of [paid, disputed]) {
    must(await publisher.api.marketplace.updateOrder({ id, state: 'accepted' }))
    must(await publisher.api.marketplace.updateOrder({ id, state: 'published', proof_url }))
  }
  must(await advertiser.api.marketplace.updateOrder({ id: paid, state: 'confirmed' }))
  const reason = 'No time'
  must(await publisher.api.marketplace.updateOrder({ id: declined, state: 'declined', reason }))
  must(await advertiser.api.marketplace.updateOrder({ id: disputed, state: 'disputed', reason }))
  for (let day = 0; day < 3; day++) {
    context.clock.advance(dayMs)
    for (const browser of [advertiser, publisher, operator])
      await browser.api.accounts.readCurrentUser()
    await fireDeadlines(context)
  }
}

async function prove(browser: SignedInBrowser): Promise<void> {
  const proved = await browser.api.security.stepUp({ access_code: browser.accessCode })
  if (!proved.ok) throw new Error(`the proof was refused: ${proved.code}`)
}

function must<Value>(result: { ok: true; value: Value } | { ok: false; code: string }): Value {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.value
}
