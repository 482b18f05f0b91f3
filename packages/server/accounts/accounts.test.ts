import type { UserDocument } from '@mille/api/accounts/endpoints.ts'
import { listTimeZones } from '@mille/api/time-zones.ts'
import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMail } from '../mail/outbox.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Runs the mail jobs that are due and returns the code in the last email to the address. */
async function mailedCode(address: string): Promise<string> {
  const waiting = await app.context.db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .execute()
  for (const { id } of waiting) await sendMail(app.context, id)
  const mail = app.context.sent.findLast(one => one.recipient === address)
  return /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mail?.text ?? '')?.[0] ?? ''
}

test('opens an account with an emailed code', async () => {
  const browser = app.open()
  const asked = await browser.api.accounts.signUp({ email: 'Ada@Example.com', username: 'ada' })
  expect(asked).toMatchObject({
    ok: true,
    status: 202,
    value: { data: null, meta: { email: 'ada@example.com' } }
  })
  const answer = await browser.api.accounts.signIn({
    access_code: await mailedCode('ada@example.com')
  })
  expect(answer).toMatchObject({
    ok: true,
    value: { data: { attributes: { email: 'ada@example.com', username: 'ada' } } }
  })
  expect(await browser.api.accounts.readCurrentUser()).toMatchObject({
    ok: true,
    value: { meta: { unread_notifications_count: 0 } }
  })
})

test('an emailed code works once', async () => {
  const browser = app.open()
  await browser.api.accounts.signUp({ email: 'once@example.com' })
  const code = await mailedCode('once@example.com')
  expect((await browser.api.accounts.signIn({ access_code: code })).ok).toBe(true)
  await browser.api.accounts.signOut()
  expect(await browser.api.accounts.signIn({ access_code: code })).toMatchObject({
    ok: false,
    status: 422
  })
})

test('an emailed code works only in the browser that requested it', async () => {
  const browser = app.open()
  await browser.api.accounts.signUp({ email: 'bound@example.com' })
  const code = await mailedCode('bound@example.com')
  expect(await app.open().api.accounts.signIn({ access_code: code })).toMatchObject({
    ok: false,
    code: 'access_code_expired'
  })
  expect((await browser.api.accounts.signIn({ access_code: code })).ok).toBe(true)
})

test('an emailed code expires after ten minutes', async () => {
  const browser = app.open()
  await browser.api.accounts.signUp({ email: 'late@example.com' })
  const code = await mailedCode('late@example.com')
  app.context.clock.advance(10 * 60 * 1000)
  expect(await browser.api.accounts.signIn({ access_code: code })).toMatchObject({
    ok: false,
    code: 'access_code_expired'
  })
})

test('five wrong codes end the request', async () => {
  const browser = app.open()
  await browser.api.accounts.signUp({ email: 'guess@example.com' })
  const code = await mailedCode('guess@example.com')
  for (let guess = 0; guess < 5; guess++) {
    expect(
      await browser.api.accounts.signIn({ access_code: `0000-0000-000${guess}` })
    ).toMatchObject({
      ok: false,
      code: 'access_code_wrong',
      errors: [{ source: { pointer: '/data/attributes/access_code' } }]
    })
  }
  expect(await browser.api.accounts.signIn({ access_code: code })).toMatchObject({
    ok: false,
    code: 'access_code_expired'
  })
})

test('asking for a code answers the same for known and unknown addresses', async () => {
  const ask = async (email: string) => {
    const browser = app.open()
    await browser.api.accounts.requestAccessCode({ email: 'warm@example.com' })
    return browser.api.accounts.requestAccessCode({ email })
  }
  const known = await ask('ada@example.com')
  const unknown = await ask('nobody@example.com')
  expect(JSON.stringify(unknown)).toBe(JSON.stringify(known).replaceAll('ada@', 'nobody@'))
  expect(await mailedCode('nobody@example.com')).toBe('')
  expect(await mailedCode('ada@example.com')).not.toBe('')
})

test('an anonymous account shows its code once and opens with it', async () => {
  const browser = await app.signIn()
  expect(browser.accessCode).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{2}$/)
  const elsewhere = app.open()
  const answer = await elsewhere.api.accounts.signIn({
    access_code: browser.accessCode.toLowerCase().replaceAll('-', ' ')
  })
  expect(answer).toMatchObject({
    ok: true,
    value: { data: { id: browser.userId, attributes: { email: null } } }
  })
  const stored = await app.context.db
    .selectFrom('users')
    .select('account_code_hash')
    .where('id', '=', Number(browser.userId))
    .executeTakeFirstOrThrow()
  expect(stored.account_code_hash?.toString('utf8')).not.toContain(browser.accessCode.slice(0, 4))
})

test('signing out ends the session', async () => {
  const browser = await app.signIn()
  const session = browser.cookies.get('session') ?? ''
  expect((await browser.api.accounts.signOut()).ok).toBe(true)
  browser.cookies.set('session', session)
  expect(await browser.api.accounts.readCurrentUser()).toMatchObject({
    ok: false,
    status: 401,
    code: 'not_authenticated'
  })
})

test('signing in again gives the session another id', async () => {
  const browser = await app.signIn()
  const before = browser.cookies.get('session')
  await browser.api.accounts.signIn({ access_code: browser.accessCode })
  expect(browser.cookies.get('session')).not.toBe(before)
  const sessions = await app.context.db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', Number(browser.userId))
    .execute()
  expect(sessions).toHaveLength(1)
})

test('a session ends after 30 idle days', async () => {
  const browser = await app.signIn()
  app.context.clock.advance(29 * 86_400_000)
  expect((await browser.api.accounts.readCurrentUser()).ok).toBe(true)
  app.context.clock.advance(29 * 86_400_000)
  expect((await browser.api.accounts.readCurrentUser()).ok).toBe(true)
  app.context.clock.advance(31 * 86_400_000)
  expect((await browser.api.accounts.readCurrentUser()).ok).toBe(false)
})

test('a session ends after 180 days, however much it is used', async () => {
  const user = await app.signIn()
  const begun = app.context.now()
  for (let day = 20; day < 180; day += 20) {
    app.context.clock.set(new Date(begun.getTime() + day * 86_400_000))
    expect((await user.api.accounts.readCurrentUser()).ok).toBe(true)
  }
  app.context.clock.set(new Date(begun.getTime() + 180 * 86_400_000))
  expect(await user.api.accounts.readCurrentUser()).toMatchObject({ ok: false, status: 401 })
})

test('limits how often a code is asked for and guessed', async () => {
  const browser = app.open()
  for (let time = 0; time < 5; time++) {
    expect((await browser.api.accounts.requestAccessCode({ email: 'often@example.com' })).ok).toBe(
      true
    )
  }
  expect(
    await app.open().api.accounts.requestAccessCode({ email: 'often@example.com' })
  ).toMatchObject({ ok: false, code: 'captcha_required' })
  const guesser = app.open()
  for (let time = 0; time < 10; time++) await guesser.api.accounts.signIn({ access_code: 'wrong' })
  expect(await guesser.api.accounts.signIn({ access_code: 'wrong' })).toMatchObject({
    ok: false,
    code: 'captcha_required'
  })
})

test('keeps the first touch and says no to a taken name', async () => {
  const partner = await app.signIn()
  const browser = app.open()
  await browser.api.accounts.signUp({
    email: 'touch@example.com',
    username: 'Touch',
    utm_source: 'news',
    partner: partner.userId
  })
  await browser.api.accounts.signIn({ access_code: await mailedCode('touch@example.com') })
  const stored = await app.context.db
    .selectFrom('users')
    .select(['utm_source', 'partner_id'])
    .where('username', '=', 'Touch')
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ utm_source: 'news', partner_id: Number(partner.userId) })
  expect(
    await app.open().api.accounts.signUp({ anonymous: true, username: 'tOUCH' })
  ).toMatchObject({ ok: false, code: 'username_taken' })
})

test.each([
  ['demo\u200b-operator', 'invisible characters'],
  ['two\r\nlines', 'invisible characters'],
  ['\u041cille Support', 'letters from two alphabets']
])('the name %j cannot be used to impersonate others', async (username, why) => {
  expect(await app.open().api.accounts.signUp({ anonymous: true, username })).toMatchObject({
    ok: false,
    code: 'invalid',
    errors: [{ detail: expect.stringContaining(why) }]
  })
})

test('only an operator has a name of those who run the network', async () => {
  const [{ userId, api }, operator] = [await app.signIn(), await app.signInAdmin()]
  const names = ['Mille', 'Mille Support', 'MilleTeam', 'The Mille-Team 24', '\uff21dmin', 'ÁDMIN']
  for (const name of [...names, 'Support', 'admin_2', 'Official Moderators', 'Mille.Security']) {
    expect(
      await app.open().api.accounts.signUp({ anonymous: true, username: name }),
      name
    ).toMatchObject({
      code: 'username_taken',
      errors: [{ detail: expect.stringContaining('reserved') }]
    })
    for (const field of ['username', 'advertiser_name'] as const)
      expect(await api.accounts.updateUser({ id: userId, [field]: name }), name).toMatchObject({
        code: 'username_taken',
        errors: [{ source: { pointer: `/data/attributes/${field}` } }]
      })
  }
  const { updateUser } = operator.api.accounts
  expect(await updateUser({ id: operator.userId, username: 'Mille Support' })).toMatchObject({
    value: { data: { attributes: { username: 'Mille Support' } } }
  })
  for (const name of [
    'Miller',
    'Camille',
    'Badminton',
    'Support for cats',
    'Team Ada',
    'Helpdesk Ltd'
  ])
    expect(await api.accounts.updateUser({ id: userId, username: name }), name).toMatchObject({
      ok: true
    })
})

test('sets and removes a public advertiser name, under the rules of account names', async () => {
  const { userId, api } = await app.signIn()
  const set = (advertiser_name: string | null) =>
    api.accounts.updateUser({ id: userId, advertiser_name })
  for (const name of ['demo\u200b Inc.', '\u041cille GmbH', 'x', 'x'.repeat(81)])
    expect(await set(name), name).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/data/attributes/advertiser_name' } }]
    })
  for (const name of ['x'.repeat(80), 'Paperkey Cooperative', null])
    expect(await set(name)).toMatchObject({
      ok: true,
      value: { data: { attributes: { advertiser_name: name } } }
    })
})

test('chooses a time zone that is listed and that the database knows, and UTC until then', async () => {
  const { userId, api } = await app.signIn()
  const set = (time_zone: string) => api.accounts.updateUser({ id: userId, time_zone })
  expect(await api.accounts.readCurrentUser()).toMatchObject({
    value: { data: { attributes: { time_zone: 'UTC' } } }
  })
  for (const name of ['', 'Mars/Olympus', '+02:00', 'BST', 'SystemV/AST4'])
    expect(await set(name), name).toMatchObject({
      ...{ status: 422, code: 'invalid' },
      errors: [{ source: { pointer: '/data/attributes/time_zone' } }]
    })
  for (const name of ['Asia/Tokyo', 'Asia/Kolkata', 'UTC', 'Etc/GMT-3'])
    expect(await set(name)).toMatchObject({
      value: { data: { attributes: { time_zone: name } } }
    })
  const { rows } = await app.context.pool.query(
    'select name from unnest($1::text[]) as name where name not in (select name from pg_timezone_names)',
    [listTimeZones()]
  )
  expect(rows).toEqual([])
})

test('chooses a currency for reports, and none again', async () => {
  const { userId, api } = await app.signIn()
  const set = (display_currency: 'satoshi' | 'usd' | null) =>
    api.accounts.updateUser({ id: userId, display_currency })
  expect(await set('euro' as 'usd')).toMatchObject({
    ...{ status: 422, code: 'invalid' },
    errors: [{ source: { pointer: '/data/attributes/display_currency' } }]
  })
  for (const display_currency of ['satoshi', 'usd', null] as const)
    expect(await set(display_currency)).toMatchObject({
      value: { data: { attributes: { display_currency } } }
    })
})

test('a wide name is the name that it looks like, and names of any one alphabet are taken', async () => {
  const signUp = (username: string) => app.open().api.accounts.signUp({ anonymous: true, username })
  expect(await signUp('\uff24\uff45\uff4d\uff4f')).toMatchObject({
    ok: true,
    value: { data: { attributes: { username: 'Demo' } } }
  })
  expect(await signUp('demo')).toMatchObject({ code: 'username_taken' })
  for (const name of ['\u041c\u0438\u043b\u044f 7', 'Zo\u00eb O\u2019Hara', '\u5c71\u7530 Taro'])
    expect(await signUp(name)).toMatchObject({ ok: true })
})

test('refuses what is not an address', async () => {
  for (const email of ['', 'x', 'a@b', `${'a'.repeat(260)}@example.com`, 'a b@example.com']) {
    expect(await app.open().api.accounts.signUp({ email }), email).toMatchObject({
      ok: false,
      status: 422,
      errors: [{ source: { pointer: '/data/attributes/email' } }]
    })
  }
})

test('the lists of both sides of an account are where the document says', async () => {
  const user = await app.signIn()
  const read = await user.transport('/api/v1/current_user', { method: 'GET' })
  const { data, included } = (await read.json()) as UserDocument
  const [publisher, advertiser] = included
  expect(data.relationships.publisher.data).toMatchObject({ type: 'publishers', id: publisher.id })
  expect(data.relationships.advertiser.data).toMatchObject({ id: advertiser.id })
  const links = [
    publisher.relationships.ad_units,
    advertiser.relationships.campaigns,
    advertiser.relationships.publication_orders
  ].map(it => it.links.related)
  expect(links).toHaveLength(3)
  for (const related of links) {
    const answer = await user.transport(related, { method: 'GET' })
    expect(answer.status, related).toBe(200)
    expect(await answer.json(), related).toMatchObject({ data: [] })
  }
})
