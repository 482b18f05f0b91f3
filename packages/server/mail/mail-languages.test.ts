import type { MailServer } from '@mille/testing/mail-server.ts'
import { openMailingApp } from '@mille/testing/mailing-app.ts'
import type { TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announce } from '../announcements/announce.ts'
import { type NewNotification, notify } from '../notifications/outbox.ts'
import { sendMail } from './outbox.ts'

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

async function nextMail() {
  const { id } = await app.context.db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await sendMail(app.context, id)
  const mail = server.mails.at(-1)
  if (!mail) throw new Error('no mail arrived')
  return mail
}

/** Signs up on a page in the given language, with the code from the email. */
async function signUp(email: string, locale: 'de' | 'ar') {
  const browser = app.open()
  await browser.api.accounts.signUp({ email, locale })
  const mail = await nextMail()
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mail.text)?.[0] ?? ''
  const signedIn = await browser.api.accounts.signIn({ access_code: code })
  if (!signedIn.ok) throw new Error(signedIn.code)
  return { browser, mail, user: signedIn.value.data }
}

const notifyOf = (userId: string, notice: Pick<NewNotification, 'kind' | 'data'>) =>
  app.context.db.transaction().execute(tx =>
    notify(tx, {
      ...notice,
      userId: Number(userId),
      event: notice.kind,
      at: app.context.now()
    } as NewNotification)
  )

const deposit = {
  kind: 'deposit_credited',
  data: { amount: '123456789012', asset: 'BTC' }
} as const
const order = {
  kind: 'order_disputed',
  data: {
    orderId: 4,
    name: 'A review',
    reason: 'The link has been missing from the publication since 2026-03-09.',
    cause: { code: 'link_missing', since: '2026-03-09' }
  }
} as const

test('a person who signs up in German gets the code, a deposit, and an order in German', async () => {
  const { mail, user } = await signUp('ada@example.com', 'de')
  expect(user.attributes.locale).toBe('de')
  expect(mail.text).toContain('Ihr Zugangscode: ')
  expect(mail.text).toContain('Dieser Link bestätigt Ihre Adresse')
  expect(mail.headers.get('content-language')).toBe('de')
  expect(mail.html).toContain('<html lang="de" dir="ltr">')

  await notifyOf(user.id, deposit)
  const credited = await nextMail()
  expect(credited.html).toContain(
    '<title>Eine Einzahlung von 1.234,56789012 BTC wurde gutgeschrieben</title>'
  )
  expect(credited.text).toContain('Der Betrag ist in Ihrem Guthaben.')
  expect(credited.text).toContain('Diese E-Mails abbestellen: http')

  await notifyOf(user.id, order)
  const disputed = await nextMail()
  expect(disputed.html).toContain('<title>Die Bestellung „A review“ wurde beanstandet</title>')
  expect(disputed.text).toContain('Der Link fehlt in der Veröffentlichung seit dem 9. März 2026.')
})

test('a person who signs up in Arabic gets them in Arabic, from right to left, with amounts and codes in order', async () => {
  const { mail, user } = await signUp('noor@example.com', 'ar')
  expect(user.attributes.locale).toBe('ar')
  expect(mail.text).toMatch(/^رمز الدخول: \u2068[0-9A-Z-]{14}\u2069$/m)
  expect(mail.html).toContain('<html lang="ar" dir="rtl">')
  expect(mail.html).toMatch(/<div lang="ar" dir="rtl" style="[^"]*text-align:right"/)

  await notifyOf(user.id, deposit)
  const credited = await nextMail()
  expect(credited.html).toContain('<title>أُضيف إيداع بمبلغ \u20681,234.56789012 BTC\u2069</title>')
  expect(credited.text).toContain('إلغاء الاشتراك في هذه الرسائل: http')

  await notifyOf(user.id, order)
  const disputed = await nextMail()
  expect(disputed.html).toContain('<title>قُدّم اعتراض على الطلب «\u2068A review\u2069»</title>')
  expect(disputed.text).toContain('الرابط مفقود من المنشور منذ 9 مارس 2026.')
})

test('a notification is read in the language that was chosen since, and in English without one', async () => {
  const { api, userId } = await app.signIn()
  await notifyOf(userId, deposit)
  const titles = async () => {
    const list = await api.notifications.listNotifications({ userId })
    return list.ok ? list.value.data.map(it => it.attributes.title) : list.code
  }
  const before = await api.accounts.readCurrentUser()
  expect(before.ok && before.value.data.attributes.locale).toBe(null)
  expect(await titles()).toEqual(['A deposit of 1,234.56789012 BTC was credited'])
  const changed = await api.accounts.updateUser({ id: userId, locale: 'ja' })
  expect(changed.ok && changed.value.data.attributes.locale).toBe('ja')
  expect(await titles()).toEqual(['1,234.56789012 BTC の入金が反映されました'])
  const unknown = { id: userId, locale: 'xx' as 'ja' }
  expect(await api.accounts.updateUser(unknown)).toMatchObject({ ok: false, status: 422 })
})

test('a code is emailed in the account’s language, wherever it is requested, else in the page’s', async () => {
  await signUp('lena@example.com', 'de')
  const { accounts } = app.open().api
  await accounts.requestAccessCode({ email: 'lena@example.com', locale: 'fr' })
  expect((await nextMail()).text).toContain('Ihr Zugangscode: ')
  await accounts.requestAccessCode({ email: 'nobody@example.com', locale: 'fr' })
  expect((await nextMail()).text).toContain('Vous pouvez en créer un ici')
})

test('an announcement keeps its words, and what is around them is in the language of each', async () => {
  const { browser, user } = await signUp('karl@example.com', 'de')
  await browser.api.notifications.updateNotificationPreferences({
    kind: 'announcement',
    channel: 'mail',
    is_on: true
  })
  const admin = await app.signInAdmin()
  const published = await admin.api.announcements.createAnnouncement({
    header: 'News',
    content: 'All is well',
    type: 'default'
  })
  expect(published).toMatchObject({ ok: true })
  await announce(app.context, Number(published.ok && published.value.data.id))
  const rows = await app.context.db
    .selectFrom('mails')
    .select(['subject', 'language'])
    .where('user_id', '=', Number(user.id))
    .where('sent_at', 'is', null)
    .execute()
  expect(rows).toEqual([{ subject: 'News', language: 'de' }])
  expect((await nextMail()).text).toContain('Diese E-Mails abbestellen: http')
})
