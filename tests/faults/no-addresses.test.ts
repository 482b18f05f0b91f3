import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Filled } from '@mille/api/delivery/protocol.ts'
import { connect } from '@mille/server/db/connect.ts'
import { rejectedAs, verdict } from '@mille/server/delivery/judge/verdicts.ts'
import { addCampaign, addUnit } from '@mille/server/delivery/testing/network.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Zanzibar'
const addresses = ['203.0.113.77', '2001:db8:4d4d:1234:5678:9abc:def0:77', '::ffff:203.0.113.77']

/**
 * The forms in which an address could be stored: as text, as hexadecimal text, and as the bytes of PostgreSQL's inet or
 * any other binary form.
 */
const forms: [string, Buffer][] = [
  ...addresses.map((it): [string, Buffer] => [it, Buffer.from(it)]),
  ['the IPv4 address in hexadecimal', Buffer.from('cb00714d')],
  ['the IPv4 address as inet', Buffer.from('0220cb00714d', 'hex')],
  ['the IPv4 address mapped into IPv6', Buffer.from('ffffcb00714d', 'hex')],
  ['the IPv6 address in bytes', Buffer.from('20010db84d4d123456789abcdef00077', 'hex')],
  ['the IPv6 address in full', Buffer.from('2001:0db8:4d4d:1234:5678:9abc:def0:0077')],
  ['the user agent', Buffer.from('Zanzibar')]
]

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess({
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'debug',
    ROLES: 'delivery,worker',
    SETTLEMENT_WINDOW_SECONDS: '2'
  })
})
afterAll(() => server.dispose())

test('keeps no address and no user agent of a visitor: not in the database, not in a file, not in the log', async () => {
  const unit = await addNetwork()
  // All ads are requested before any view: the first and the last address are one visitor, who is shown the campaign
  // until a view is charged.
  const tokens: string[] = []
  for (const address of addresses) tokens.push(await decide(unit, address))
  for (const [index, address] of addresses.entries()) await visit(tokens[index] ?? '', address)
  const counted = () =>
    server.query(
      'select kind, sum(count)::int as count from delivery_counters group by kind order by kind'
    )
  await expect.poll(counted, { timeout: 30_000 }).toContainEqual({ kind: 'clicked', count: 3 })
  expect(await counted()).toContainEqual({ kind: 'billable', count: 2 })
  const events = await server.query(`
    select from event_log_verdicts, generate_series(0, octet_length(verdicts) - 1) as place
    where get_byte(verdicts, place) in (${[...Object.values(verdict).slice(1), rejectedAs('seen_today')]})`)
  expect(events).toHaveLength(9)
  // Stopping the server writes everything that was only in memory.
  await server.stop()

  const files = filesOf(server.dataFolder)
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap(file => findForms(file, readFileSync(file)))
  expect([...found, ...findForms('the log', Buffer.from(server.output()))]).toEqual([])
  expect(server.output()).toContain('"route":"serve"')
})

test('would find them', async () => {
  for (const [name, bytes] of forms) {
    const file = Buffer.concat([Buffer.alloc(100, 7), bytes, Buffer.alloc(100, 7)])
    expect(findForms('file', file).join()).toContain(name)
  }
})

async function addNetwork(): Promise<number> {
  const host = readFileSync(join(server.dataFolder, 'postgres/postmaster.pid'), 'utf8').split(
    '\n'
  )[4]
  const { db, close } = await connect({ host: host ?? '', user: 'postgres', database: 'postgres' })
  const { id } = await addUnit(db)
  await addCampaign(db)
  await close()
  return id
}

const askFrom =
  (address: string) =>
  (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { 'user-agent': userAgent, 'x-forwarded-for': address }
    })

/** Requests an ad until the node has learned of the new ad unit and campaign. */
async function decide(unit: number, address: string): Promise<string> {
  let token: string | undefined
  await expect
    .poll(
      async () => {
        const response = await askFrom(address)(`/serve/units/${unit}`)
        token = ((await response.json()) as Partial<Filled>).token
        return token
      },
      { timeout: 10_000 }
    )
    .toBeDefined()
  return token ?? ''
}

/** Does everything that a visitor may do, and makes an account's calls whose limits count by address. */
async function visit(token: string, address: string): Promise<void> {
  const ask = askFrom(address)
  await sleep(1050)
  for (const kind of ['rendered', 'viewable', 'viewable', 'nonsense']) {
    await ask('/serve/view', { method: 'POST', body: JSON.stringify({ token, kind }) })
  }
  await ask(`/serve/click/${token}`)
  await ask(`/serve/frame/999999`)
  await knock(address)
}

/** Makes the calls of an account whose limits count by address. */
async function knock(address: string): Promise<void> {
  const headers = { 'x-forwarded-for': address, 'content-type': 'application/json;charset=utf-8' }
  const call = (path: string, attributes: object, more: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ data: { type: 'users', attributes } })
    })
  const given = await call('/authenticity_token', {})
  const token = ((await given.json()) as { data: { attributes: { base64: string } } }).data
  const more = {
    'x-csrf-token': token.attributes.base64,
    cookie: given.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  const statuses = [
    (await call('/users', { anonymous: true }, more)).status,
    (await call('/users', { email: 'visitor@example.com' }, more)).status,
    (await call('/user/sign_in', { access_code: 'XXXX-XXXX-XXXX' }, more)).status
  ]
  expect(statuses).toEqual([201, 202, 422])
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
}

function findForms(file: string, bytes: Buffer): string[] {
  return forms.filter(([, form]) => bytes.includes(form)).map(([name]) => `${name} in ${file}`)
}
