import { translatedLanguages } from '@mille/api/reference-data/languages.ts'
import type { MailServer } from '@mille/testing/mail-server.ts'
import { openMailingApp } from '@mille/testing/mailing-app.ts'
import type { SignedInBrowser, TestApp } from '@mille/testing/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { textsIn } from '../languages/texts.ts'
import { sendMail } from '../mail/outbox.ts'

let app: TestApp
let server: MailServer
let close: () => Promise<void>
let admin: SignedInBrowser
beforeAll(async () => {
  ;({ app, server, close } = await openMailingApp())
  admin = await app.signInAdmin()
})
afterAll(() => close())
beforeEach(() => {
  server.mails.length = 0
})

const acme = { name: 'Acme Ads', accent: '#0b57d0', support_address: 'help@acme.example' }
const brandOf = async () => {
  const read = await app.open().api.brand.readBrand()
  if (!read.ok) throw new Error(read.code)
  return read.value.data.attributes
}

async function sendAll() {
  const rows = await app.context.db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute()
  for (const { id } of rows) await sendMail(app.context, id)
}

test('a network has the name of the program until an operator names it', async () => {
  expect(await brandOf()).toEqual({
    name: 'Mille',
    accent: null,
    colors: null,
    styles: null,
    support_address: null,
    logo: null
  })
  expect(await admin.api.brand.changeBrand(acme)).toMatchObject({ ok: true })
  expect(await brandOf()).toMatchObject({
    ...acme,
    colors: { accent: { light: '#0b57d0' }, ink: { light: '#ffffff' } }
  })
  await admin.api.brand.changeBrand({ ...acme, support_address: null })
  await admin.api.brand.changeBrand(acme)
  const list = await admin.api.brand.listBrandChanges()
  expect(list.ok && list.value.data.map(it => it.attributes.support_address)).toEqual([
    'help@acme.example',
    null,
    'help@acme.example'
  ])
})

test.each([
  [{ name: '' }, 'name', 'empty'],
  [{ name: 'A'.repeat(41) }, 'name', 'at most 40 characters'],
  [{ name: '<b>Acme</b>' }, 'name', '1 to 40 characters, without'],
  [{ name: 'Acme\nBcc: all@acme.example' }, 'name', 'a single line'],
  [{ accent: 'blue' }, 'accent', 'must be a color such as #0b57d0'],
  [{ accent: '#f59e0b' }, 'accent', 'nearest color that passes is #966107'],
  [{ support_address: 'help' }, 'support_address', 'is not an email address']
])('refuses %j', async (change, pointer, detail) => {
  const before = await brandOf()
  const refused = await admin.api.brand.changeBrand({ ...acme, ...change })
  expect(refused).toMatchObject({ ok: false, status: 422, code: 'invalid' })
  const error = refused.ok ? undefined : refused.errors[0]
  expect(error?.source?.pointer).toContain(pointer)
  expect(error?.detail).toContain(detail)
  expect(await brandOf()).toEqual(before)
})

test('only an operator may change the brand, and each change is in the audit log', async () => {
  const user = await app.signIn()
  expect(await user.api.brand.changeBrand(acme)).toMatchObject({ status: 403 })
  expect(await app.open().api.brand.changeBrand(acme)).toMatchObject({ status: 401 })
  const change = { ...acme, name: 'Acme' }
  expect(await admin.api.brand.changeBrand(change)).toMatchObject({ ok: true })
  const log = await admin.api.admin.readAuditLog()
  if (!log.ok) throw new Error(log.code)
  expect(log.value.data[0]?.attributes).toMatchObject({
    ...{ user_id: admin.userId, act: 'PUT /api/v1/admin/brand' },
    ...{ input: change, status: 200 }
  })
})

test('emails are from the network, with its name, support address and color', async () => {
  await admin.api.brand.changeBrand(acme)
  const browser = app.open()
  await browser.api.accounts.signUp({ email: 'new@example.com' })
  await browser.api.accounts.requestAccessCode({ email: 'unknown@example.com' })
  await sendAll()
  const [code, none] = server.mails
  expect(code?.headers.get('from')).toBe('Acme Ads <ads@mille.example>')
  expect(code?.headers.get('reply-to')).toBe('help@acme.example')
  expect(code?.headers.get('subject')).toContain('is your Acme Ads access code')
  expect(code?.html).toContain('style="color:#0b57d0"')
  expect(none?.headers.get('subject')).toBe('There is no Acme Ads account with this address')
  for (const mail of [code, none]) {
    expect(mail?.text).not.toMatch(/\bMille\b/)
    expect(mail?.html).not.toMatch(/\bMille\b/)
    expect(mail?.headers.get('subject')).not.toMatch(/\bMille\b/)
  }
})

test('emails show the logo of the network until it is removed', async () => {
  const create = { width: 300, height: 100, channels: 3, background: '#0b7a5c' } as const
  const picture = await sharp({ create }).png().toBuffer()
  const form = new FormData()
  form.append('data[image]', new File([new Uint8Array(picture)], 'logo.png'))
  const uploaded = await admin.api.brand.uploadBrandLogo({ form })
  if (!uploaded.ok) throw new Error(uploaded.code)
  const logo_id = uploaded.value.data.id
  for (const change of [{ name: 'Acme & Sons', logo_id }, { logo_id: null }]) {
    await admin.api.brand.changeBrand({ ...acme, ...change })
    await app.open().api.accounts.requestAccessCode({ email: 'unknown@example.com' })
    await sendAll()
  }
  const [shown, removed] = server.mails
  const path = `/media/brand/${logo_id}/email.png`
  expect(shown?.html).toContain(
    `<img src="${app.context.config.publicUrl}${path}" alt="Acme &amp; Sons" width="96" height="32">`
  )
  const served = await app.open().transport(path, {})
  expect(served.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 288, height: 96 })
  expect(removed?.html).not.toContain('<img')
})

test('the reference of the API has the name of the network at once, and no other', async () => {
  const textOf = async (path: string) => (await app.open().transport(path, {})).text()
  for (const name of ['Acme & Sons', acme.name]) {
    await admin.api.brand.changeBrand({ ...acme, name })
    const document = await textOf('/api/v1/openapi.json')
    expect(JSON.parse(document).info).toMatchObject({
      title: name,
      description: 'Powered by Mille'
    })
    expect(document.match(/\bMille\b/g)).toHaveLength(1)
    const page = await textOf('/api/v1/reference')
    expect(page).toContain(`<title>API reference · ${name.replace('&', '&amp;')}</title>`)
    expect(page.replaceAll('Powered by Mille', '')).not.toMatch(/\bMille\b/)
  }
})

test('only an operator may have a name that claims to be the named network', async () => {
  await admin.api.brand.changeBrand(acme)
  const { api, userId } = await app.signIn()
  for (const name of [
    'Acme Ads',
    'acme_ads',
    'Acme Ads Support',
    'The Acme Ads Team',
    'Acme Support'
  ])
    expect(
      await api.accounts.updateUser({ id: userId, advertiser_name: name }),
      name
    ).toMatchObject({
      code: 'username_taken',
      errors: [{ detail: expect.stringContaining('reserved') }]
    })
  for (const name of ['Acme', 'Acme Bicycles', 'Ads for cats'])
    expect(
      await api.accounts.updateUser({ id: userId, advertiser_name: name }),
      name
    ).toMatchObject({ ok: true })
})

test('without a brand, emails have the configured sender and no reply address', async () => {
  await admin.api.brand.changeBrand({ name: 'Mille', accent: null, support_address: null })
  await app.open().api.accounts.signUp({ email: 'another@example.com' })
  await sendAll()
  const [mail] = server.mails
  expect(mail?.headers.get('from')).toBe('Mille <ads@mille.example>')
  expect(mail?.headers.has('reply-to')).toBe(false)
  expect(mail?.html).toContain('<a href="http')
  expect(mail?.html).not.toContain('style="color:')
})

/** Any value is itself a text, so that each text can be written without knowing its parameters. */
const anything = new Proxy({}, { get: (_, key) => (key === 'count' ? 2 : `[${String(key)}]`) })

function writeAll(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts]
  if (typeof texts === 'function') return writeAll(texts(anything))
  return Object.values(texts as object).flatMap(writeAll)
}

test.each(translatedLanguages)('no email in %s has a fixed name of the network', language => {
  const written = writeAll(textsIn(language))
  expect(written.length).toBeGreaterThan(50)
  expect(written.filter(it => it.includes('[network]')).length).toBeGreaterThanOrEqual(6)
  expect(written.filter(it => /Mille/i.test(it))).toEqual([])
})
