import { createHash } from 'node:crypto'
import { dayMs } from '@mille/api/durations.ts'
import { checkInvoices } from '@mille/server/payments/lightning/withdrawals/check-invoices.ts'
import { createCampaign, credit } from '../campaigns.ts'
import { addOffer } from '../publications.ts'
import type { TestApp } from '../test-app.ts'
import { countOf, type Scenarios, sampleAddress } from './scenario.ts'

/** Calls that require an idempotency key: they move money or send a message. */
export const moneyScenarios: Scenarios = {
  async 'POST /api/v1/campaigns/{id}/fundings'({ app, user }) {
    const { data } = await createCampaign(user.api)
    await credit(app.context, user.userId, 5_000n)
    return {
      by: user,
      path: `/api/v1/campaigns/${data.id}/fundings`,
      attributes: { amount: '5000' },
      other: { amount: '4000' },
      effects: async () => {
        const read = await user.api.campaigns.readCampaign({ id: data.id })
        return read.ok ? Number(read.value.data.attributes.balance) / 5000 : -1
      }
    }
  },
  async 'POST /api/v1/publication_orders'({ app, user }) {
    const offer = await addOffer(app.context, await app.signIn())
    await credit(app.context, user.userId, 10n ** 12n, 'USD')
    return {
      by: user,
      path: '/api/v1/publication_orders',
      attributes: {
        offer_id: offer,
        currency: 'usd',
        target_url: 'https://shop.example/',
        brief: 'Please write about bread.'
      },
      other: {
        offer_id: offer,
        currency: 'usd',
        target_url: 'https://shop.example/',
        brief: 'Please write about cake.'
      },
      effects: () => countOf(app, 'publication_orders', 'offer_id', Number(offer))
    }
  },
  async 'POST /api/v1/withdrawals'({ app, user }) {
    await credit(app.context, user.userId, 1_000_000n)
    await user.api.security.stepUp({ access_code: user.accessCode })
    const before = await countOf(app, 'withdrawals', 'user_id', Number(user.userId))
    return {
      by: user,
      path: '/api/v1/withdrawals',
      attributes: {
        token_code: 'BTC',
        address: sampleAddress,
        amount: '1000000'
      },
      other: { token_code: 'BTC', address: sampleAddress, amount: '900000' },
      effects: async () =>
        (await countOf(app, 'withdrawals', 'user_id', Number(user.userId))) - before
    }
  },
  async 'POST /api/v1/lightning_withdrawals'({ app, user }) {
    await readInvoices(app)
    await credit(app.context, user.userId, 1_000_000n)
    await user.api.security.stepUp({ access_code: user.accessCode })
    const invoice = `lnbcrt${crypto.randomUUID().replaceAll('-', '')}`
    return {
      by: user,
      path: '/api/v1/lightning_withdrawals',
      attributes: { invoice },
      other: { invoice: `${invoice}0` },
      effects: () => countOf(app, 'withdrawals', 'address', invoice)
    }
  },
  async 'POST /api/v1/chat/messages'({ app, user }) {
    const text = `A question ${crypto.randomUUID()}`
    return {
      by: user,
      path: '/api/v1/chat/messages',
      attributes: { text },
      other: { text: `${text}, another` },
      effects: () => countOf(app, 'chat_messages', 'text', text)
    }
  },
  async 'POST /api/v1/admin/chat/conversations/{id}/messages'({ app, admin }) {
    const asker = await app.signIn()
    await asker.api.support.sendChatMessage({ text: 'A question' })
    const text = `An answer ${crypto.randomUUID()}`
    return {
      by: admin,
      path: `/api/v1/admin/chat/conversations/${asker.userId}/messages`,
      attributes: { text },
      other: { text: `${text}, another` },
      effects: () => countOf(app, 'chat_messages', 'text', text)
    }
  },
  async 'POST /api/v1/admin/users/{id}/adjustments'({ app, admin }) {
    const owner = await app.signIn()
    return {
      by: admin,
      path: `/api/v1/admin/users/${owner.userId}/adjustments`,
      attributes: { asset: 'BTC', amount: '700', reason: 'A bank transfer' },
      other: { asset: 'BTC', amount: '800', reason: 'A bank transfer' },
      effects: async () => {
        const read = await owner.api.finances.readBalances({ userId: owner.userId })
        const btc = read.ok ? read.value.data.find(it => it.attributes.currency === 'BTC') : null
        return Number(btc?.attributes.available ?? 0) / 700
      }
    }
  }
}

/** Reads every invoice as one of 10,000 satoshis, in place of the process with the Lightning node, which is not run. */
async function readInvoices({ context }: TestApp): Promise<void> {
  context.config.payments.lightning = {
    ...{ network: 'regtest', seed: new Uint8Array(32), listen: null, peers: [] },
    ...{ minimumDeposit: 1_000n, maximumDeposit: 500_000n },
    ...{ minimumWithdrawal: 1_000n, maximumWithdrawal: 100_000n }
  }
  await context.db
    .insertInto('lightning_node')
    .values({ public_key: `02${'ab'.repeat(32)}`, generation: 1n })
    .onConflict(it => it.doNothing())
    .execute()
  const decode = (invoice: string) => ({
    paymentHash: createHash('sha256').update(invoice).digest('hex'),
    amount: 10_000n,
    isWhole: true,
    expiresAt: new Date(context.now().getTime() + 30 * dayMs),
    payee: `03${'cd'.repeat(32)}`,
    network: 'regtest' as const,
    descriptionHash: null
  })
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    // One reading may fail on a busy machine, and all of them do once the database is closed after the last scenario.
    await checkInvoices(context, { decode }).catch(() => undefined)
    isBusy = false
  }, 20)
  timer.unref()
}
