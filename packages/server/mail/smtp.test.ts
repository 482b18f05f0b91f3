import { notificationKinds } from '@mille/api/notifications/kinds.ts'
import { createCrashingDatabase } from '@mille/testing/crashing-database.ts'
import type { MailServer } from '@mille/testing/mail-server.ts'
import { openMailingApp } from '@mille/testing/mailing-app.ts'
import { createRandom } from '@mille/testing/random.ts'
import type { TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { notify } from '../notifications/outbox.ts'
import { type NotificationData, wordsFor } from '../notifications/words.ts'
import { createMailer } from './mailer.ts'
import { enqueueMail, sendMail } from './outbox.ts'

let app: TestApp
let server: MailServer
let close: () => Promise<void>
beforeAll(async () => {
  ;({ app, server, close } = await openMailingApp())
})
afterAll(() => close())
beforeEach(() => {
  server.mails.length = 0
})

const unsent = () =>
  app.context.db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .orderBy('id')
    .execute()

async function sendAll(): Promise<void> {
  for (const { id } of await unsent()) await sendMail(app.context, id)
}

const samples: NotificationData = {
  campaign_approved: { campaignId: 1, name: 'Books & <nodes>' },
  campaign_rejected: { campaignId: 1, name: 'Books', reason: 'Too loud' },
  campaign_page_changed: {
    campaignId: 1,
    name: 'Books',
    page: 'https://other.example/',
    reason: 'Another site',
    cause: { code: 'page_host' }
  },
  campaign_out_of_funds: { campaignId: 1, name: 'Books' },
  campaign_low_funds: { campaignId: 1, name: 'Books' },
  account_low_funds: { amount: '150', need: '1000', asset: 'BTC' },
  unit_verified: { siteId: 2, name: 'blog.example' },
  unit_rejected: { siteId: 2, name: 'blog.example', reason: 'Nothing there' },
  unit_unhealthy: { adUnitId: 3, name: 'Sidebar', reason: 'No view in a day' },
  deposit_seen: { amount: '150000', asset: 'BTC', confirmations: 1, required: 2 },
  deposit_credited: { amount: '150000', asset: 'BTC' },
  deposit_reversed: { amount: '150000', asset: 'BTC' },
  withdrawal_sent: { amount: '2500000000', asset: 'USD', reference: 'ab'.repeat(32) },
  withdrawal_failed: { amount: '2500000000', asset: 'USD', reason: 'The address is closed' },
  automatic_payout_failed: {
    ...{ amount: '20100', asset: 'BTC', reason: 'No payment got through' },
    address: 'ada@wallet.example'
  },
  earnings_held: { adUnitId: 3, name: 'Top', reason: 'One machine saw most of it' },
  earnings_released: { adUnitId: 3, name: 'Top' },
  earnings_taken_back: {
    adUnitId: 3,
    name: 'Top',
    amount: '150000',
    asset: 'BTC',
    reason: 'One machine saw most of it'
  },
  charge_returned: { amount: '150000', asset: 'BTC', reason: 'One machine saw most of it' },
  offer_approved: { offerId: 5, name: 'A review' },
  offer_rejected: { offerId: 5, name: 'A review', reason: 'Say who reads it' },
  order_placed: { orderId: 4, name: 'An article' },
  order_accepted: { orderId: 4, name: 'An article' },
  order_declined: { orderId: 4, name: 'An article', reason: 'Not our subject' },
  order_cancelled: { orderId: 4, name: 'An article' },
  order_expired: { orderId: 4, name: 'An article' },
  order_published: { orderId: 4, name: 'An article' },
  order_link_lost: {
    orderId: 4,
    name: 'An article',
    target: 'https://shop.example/',
    page: 'https://blog.example/article'
  },
  order_link_back: { orderId: 4, name: 'An article' },
  order_disputed: { orderId: 4, name: 'An article', reason: 'Not there' },
  order_refunded: { orderId: 4, name: 'An article', reason: 'It is gone' },
  order_completed: { orderId: 4, name: 'An article' },
  new_sign_in: { browser: 'Firefox on Linux' },
  account_suspended: { reason: 'The ads promise <b>doubled</b> money' },
  suspension_lifted: {},
  account_frozen: { reason: 'The deposits are <b>looked at</b>' },
  freeze_lifted: {},
  member_invited: { account: 'Ada <b>Bakery</b>' },
  member_accepted: { member: 'grace@example.com' },
  account_viewed: { reason: 'You asked why a campaign is not shown' },
  announcement: { header: 'News', content: 'All is well' }
}

test.each(notificationKinds)(
  'a mail server takes %s, plain and as HTML, with links that work',
  async kind => {
    const user = await app.signIn()
    const email = `${kind}@example.com`
    const userId = Number(user.userId)
    await app.context.db.updateTable('users').set({ email }).where('id', '=', userId).execute()
    await user.api.notifications.updateNotificationPreferences({
      kind,
      channel: 'mail',
      is_on: true
    })
    const notice = { kind, data: samples[kind] } as Parameters<typeof wordsFor>[0]
    await app.context.db
      .transaction()
      .execute(tx => notify(tx, { ...notice, userId, event: kind, at: app.context.now() }))
    await sendAll()
    const [mail, ...more] = server.mails
    expect(more).toEqual([])
    const { title, path } = wordsFor(notice, 'en')
    const { publicUrl } = app.context.config
    expect(mail?.recipient).toBe(email)
    expect(mail?.headers.get('from')).toBe('Mille <ads@mille.example>')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.headers.has('x-mille-repeated')).toBe(false)
    expect(mail?.text).toContain(`${publicUrl}${path}`)
    expect(mail?.html).toContain(`<a href="${publicUrl}${path}">`)
    expect(mail?.html).not.toContain('<nodes>')
    const unsubscribe = /<(.+)>/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.text).toContain(unsubscribe)
    expect((await app.fetch(new Request(unsubscribe, { method: 'POST' }))).status).toBe(200)
    const read = await user.api.notifications.readNotificationPreferences()
    expect(read.ok && read.value.data.attributes.kinds[kind].mail).toBe(false)
    const list = await user.api.notifications.listNotifications({ userId: user.userId })
    expect(list.ok && list.value.data[0]?.attributes.title).toBe(title)
  }
)

test('no mail and no password leave the machine without encryption, unless the operator says so', async () => {
  // This address leads to the machine itself, but is not one of its loopback names.
  const url = server.url.replace('127.0.0.1', '0.0.0.0')
  const mail = { id: 1, recipient: 'a@example.com', subject: 'A', text: 'Text' }
  const language = 'en' as const
  const brand = { name: 'Mille', accent: null, supportAddress: null, logo: null }
  const whole = { ...mail, language, brand, unsubscribeUrl: null, isRepeated: false }
  const careful = createMailer({ ...app.context.config, mailUrl: url })
  await expect(careful.send(whole)).rejects.toMatchObject({ code: 'ETLS' })
  expect(server.mails).toEqual([])
  const told = createMailer({ ...app.context.config, mailUrl: `${url}?requireTLS=false` })
  await told.send(whole)
  expect(server.mails).toHaveLength(1)
  careful.close()
  told.close()
})

test('a code from a real mail signs in, and its text is not kept', async () => {
  const browser = app.open()
  await browser.api.accounts.signUp({ email: 'code@example.com' })
  await sendAll()
  const mail = server.mails[0]
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(mail?.html).toContain(code)
  expect(mail?.headers.has('list-unsubscribe')).toBe(false)
  expect((await browser.api.accounts.signIn({ access_code: code })).ok).toBe(true)
  const kept = await app.context.db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('recipient', '=', 'code@example.com')
    .execute()
  expect(kept).toEqual([{ subject: '', text: '' }])
})

const isProof = process.env.MILLE_PROOF === 'full'
const crashes = isProof ? 100 : 10

test(`of mails whose worker crashes at any await ${crashes} times, each comes once, or twice and marked`, async () => {
  const seed = Number(process.env.MILLE_SEED ?? 20261120)
  const random = createRandom(seed)
  const crashing = createCrashingDatabase(app.context, random)
  const context: Context = { ...app.context, db: crashing.db }
  let written = 0
  while (crashing.crashes() < crashes) {
    if ((await unsent()).length === 0) {
      await app.context.db.transaction().execute(async tx => {
        for (let count = 0; count < 20; count++) {
          const recipient = `crash-${written++}@example.com`
          await enqueueMail(tx, {
            recipient,
            language: 'en',
            subject: 'A',
            text: 'Text',
            at: app.context.now()
          })
        }
      })
    }
    crashing.setRisk(0.1)
    for (const { id } of await unsent())
      await sendMail(context, id).catch((error: Error) => {
        if (error.name !== 'Crash') throw error
      })
  }
  await sendAll()
  const copies = new Map<string, boolean[]>()
  for (const { recipient, headers } of server.mails)
    copies.set(recipient, [...(copies.get(recipient) ?? []), headers.has('x-mille-repeated')])
  const twice = [...copies.values()].filter(marks => marks.length > 1)
  process.stdout.write(
    `${crashing.crashes()} crashes, ${written} mails, ${twice.length} twice (seed ${seed})\n`
  )
  const missing = Array.from({ length: written }, (_, at) => `crash-${at}@example.com`).filter(
    recipient => !copies.has(recipient)
  )
  // An email is given up if its second attempt is interrupted too: it may then have arrived once or not at all.
  const givenUp = await app.context.db
    .selectFrom('mails')
    .select('recipient')
    .where('given_up_at', 'is not', null)
    .execute()
  expect(missing.filter(recipient => !givenUp.some(it => it.recipient === recipient))).toEqual([])
  expect(twice.filter(marks => marks.length > 2 || marks[0] || !marks[1])).toEqual([])
  // With few crashes, all of them may happen before an email is being sent.
  if (isProof) expect(twice.length).toBeGreaterThan(0)
})
