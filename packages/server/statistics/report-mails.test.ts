import type { MailServer } from '@mille/testing/mail-server.ts'
import { openMailingApp } from '@mille/testing/mailing-app.ts'
import { addUnit } from '@mille/testing/supply.ts'
import type { Browser, SignedInBrowser, TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendMail } from '../mail/outbox.ts'
import { mailDueReports, nextDue } from './report-mails.ts'

let app: TestApp
let server: MailServer
let close: () => Promise<void>
let owner: SignedInBrowser
beforeAll(async () => {
  ;({ app, server, close } = await openMailingApp())
  owner = await app.signIn()
  const unit = await addUnit(app.context, { userId: owner.userId })
  await setEmail(owner, 'owner@example.com')
  // This date is a Tuesday.
  app.context.clock.set('2026-03-10T12:00:00Z')
  await sql`insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    values (${app.context.now()}, ${Number(unit)}, 0, 0, 'billable', 1234)`.execute(app.context.db)
})
afterAll(() => close())
beforeEach(() => {
  server.mails.length = 0
})

async function setEmail({ userId }: SignedInBrowser, email: string | null): Promise<void> {
  await app.context.db
    .updateTable('users')
    .set({ email })
    .where('id', '=', Number(userId))
    .execute()
}

const view = {
  side: 'publisher',
  range: '30_days',
  interval: 'day',
  metric: 'billable',
  group_by: 'ad_unit',
  sort: 'billable',
  order: 'desc'
} as const

const order = (every: 'week' | 'month', browser: Browser = owner) =>
  browser.api.reportLinks.createReportMail({ name: 'My <units>', view, every })

/** Signs the owner in from another browser, because a session does not last for months. */
async function back(): Promise<Browser> {
  const browser = app.open()
  await browser.api.accounts.signIn({ access_code: owner.accessCode })
  return browser
}

/** Does the worker's part: runs the report job the given number of times, and then sends every queued email. */
async function runJobs(times = 1): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => mailDueReports(app.context)))
  const waiting = await app.context.db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of waiting) await sendMail(app.context, id)
}

test('is sent once for each week, though the job runs twice at once, and ends with one press', async () => {
  const made = await order('week')
  expect(made).toMatchObject({
    value: { data: { attributes: { every: 'week', due_at: '2026-03-16T08:00:00.000Z' } } }
  })
  app.context.clock.set('2026-03-16T07:59:59Z')
  await runJobs()
  expect(server.mails).toEqual([])
  app.context.clock.set('2026-03-16T08:00:00Z')
  await runJobs(2)
  await runJobs()
  expect(server.mails).toHaveLength(1)
  const [mail] = server.mails
  const path =
    '/reports?side=publisher&range=30_days&zone=UTC&interval=day&metric=billable&by=ad_unit&sort=-billable'
  expect(mail?.recipient).toBe('owner@example.com')
  expect(mail?.headers.get('subject')).toBe('Report: My <units>')
  expect(mail?.text).toContain('February 15, 2026 – March 16, 2026')
  expect(mail?.text).toContain('Billable views: 1,234')
  expect(mail?.text).toContain('Unit: 1,234 · 0 · 0.00000000 BTC')
  expect(mail?.text).toContain(`${app.context.config.publicUrl}${path}`)
  expect(mail?.html).toContain('My &lt;units&gt;')
  app.context.clock.set('2026-03-23T08:00:00Z')
  await runJobs()
  expect(server.mails).toHaveLength(2)

  const unsubscribe = /<(.+)>/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect((await app.fetch(new Request(unsubscribe, { method: 'POST' }))).status).toBe(200)
  app.context.clock.set('2026-03-30T08:00:00Z')
  await runJobs()
  expect(server.mails).toHaveLength(2)
  expect(await owner.api.reportLinks.listReportMails()).toMatchObject({ value: { data: [] } })
})

test('a server that was away sends one email for all that it missed', async () => {
  app.context.clock.set('2026-04-02T12:00:00Z')
  expect(await order('month')).toMatchObject({
    value: { data: { attributes: { due_at: '2026-05-01T08:00:00.000Z' } } }
  })
  app.context.clock.set('2026-07-11T12:00:00Z')
  await runJobs()
  expect(server.mails).toHaveLength(1)
  const listed = await (await back()).api.reportLinks.listReportMails()
  expect(listed).toMatchObject({
    value: { data: [{ attributes: { due_at: '2026-08-01T08:00:00.000Z' } }] }
  })
})

test('takes an address, and is ended by its owner alone', async () => {
  const stranger = await app.signIn()
  expect(await order('week', stranger)).toMatchObject({ status: 422, code: 'email_missing' })
  const home = await back()
  const made = await order('week', home)
  const id = made.ok ? made.value.data.id : ''
  expect(await stranger.api.reportLinks.deleteReportMail({ id })).toMatchObject({ status: 404 })
  // An account without an email address gets nothing, and its failed report does not delay the next one.
  await setEmail(owner, null)
  app.context.clock.advance(8 * 86_400_000)
  await runJobs()
  expect(server.mails).toEqual([])
  expect(await home.api.reportLinks.deleteReportMail({ id })).toMatchObject({ status: 204 })
  expect(await home.api.reportLinks.deleteReportMail({ id })).toMatchObject({ status: 404 })
})

test('days are those of the account when the report was ordered, and the email says so', async () => {
  app.context.clock.set('2027-02-10T12:00:00Z')
  const traveler = await app.signIn()
  await setEmail(traveler, 'traveler@example.com')
  await traveler.api.accounts.updateUser({ id: traveler.userId, time_zone: 'Pacific/Honolulu' })
  expect(
    await traveler.api.reportLinks.createReportMail({
      ...{ name: 'Mine', every: 'month', view: { ...view, range: 'last_month' } }
    })
  ).toMatchObject({
    value: {
      data: {
        attributes: {
          ...{ due_at: '2027-03-01T18:00:00.000Z', view: { time_zone: 'Pacific/Honolulu' } }
        }
      }
    }
  })
  app.context.clock.set('2027-03-01T18:00:00Z')
  await runJobs()
  const mail = server.mails.find(it => it.recipient === 'traveler@example.com')
  expect(mail?.text).toContain('February 1, 2027 – February 28, 2027 (Pacific/Honolulu)')
  expect(mail?.text).toContain('&zone=Pacific%2FHonolulu&')
})

test.each([
  ['week', '2026-03-16T07:59:59Z', '2026-03-16T08:00:00Z', 'UTC'],
  ['week', '2026-03-16T08:00:00Z', '2026-03-23T08:00:00Z', 'UTC'],
  ['week', '2026-03-15T23:00:00Z', '2026-03-16T08:00:00Z', 'UTC'],
  ['week', '2026-12-31T10:00:00Z', '2027-01-04T08:00:00Z', 'UTC'],
  ['month', '2026-01-31T10:00:00Z', '2026-02-01T08:00:00Z', 'UTC'],
  ['month', '2026-03-01T07:00:00Z', '2026-03-01T08:00:00Z', 'UTC'],
  ['month', '2026-12-01T08:00:00Z', '2027-01-01T08:00:00Z', 'UTC'],
  ['week', '2026-03-15T23:30:00Z', '2026-03-22T23:00:00Z', 'Asia/Tokyo'],
  ['month', '2026-03-01T17:59:00Z', '2026-03-01T18:00:00Z', 'Pacific/Honolulu'],
  // In these cases, clocks go forward between the two times, go forward on the day before, or go back.
  ['week', '2026-03-23T07:00:00Z', '2026-03-30T06:00:00Z', 'Europe/Berlin'],
  ['month', '2026-10-25T12:00:00Z', '2026-11-01T13:00:00Z', 'America/New_York']
] as const)('after %s at %s comes %s in %s', (every, after, due, timeZone) => {
  expect(nextDue(every, new Date(after), timeZone)).toEqual(new Date(due))
})
