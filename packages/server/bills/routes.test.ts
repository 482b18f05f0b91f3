import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBilledNetwork, forgetViews, see, settleAt } from '@mille/testing/billed-network.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { verifyHere } from '@mille/verifier/testing/verify-both.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimits, limits } from '../http/limits/limits.ts'
import { openPublicLog } from '../public-log/index.ts'
import { keptMs, removeOldBills } from './bill-folder.ts'

let app: TestApp
let owner: SignedInBrowser
let stranger: SignedInBrowser
let campaign: number
let unit: number
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: line => void logged.push(line) })
  app = await createTestApp({}, undefined, { log })
  const network = await createBilledNetwork(async () => app.context)
  ;({ campaign, unit } = network)
  ;[owner, stranger] = [await app.signIn(), await app.signIn()]
  const user_id = Number(owner.userId)
  await app.context.db
    .updateTable('campaigns')
    .set({ user_id })
    .where('id', '=', campaign)
    .execute()
  await app.context.db.updateTable('ad_units').set({ user_id }).where('id', '=', unit).execute()
})
afterAll(() => app.close())

const paths = () => [`/api/v1/campaigns/${campaign}/bill`, `/api/v1/ad_units/${unit}/bill`]

test('gives a file that holds to the owner alone', async () => {
  for (const path of paths()) {
    const answer = await owner.transport(path, {})
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/jsonl')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename\*=UTF-8''mille-/
    )
    expect(verifyHere({ bill: await answer.text() }).problem).toBeNull()
    expect((await stranger.transport(path, {})).status).toBe(404)
    expect((await app.open().transport(path, {})).status).toBe(401)
  }
})

test('limits a bill to days, and proves that the log continues a checkpoint', async () => {
  const [path] = paths()
  const none = await (await owner.transport(`${path}?from=2026-03-03&to=2026-03-04`, {})).text()
  expect(verifyHere({ bill: none }).said[1]).toBe('0 of 0 charges are in the public log.')
  const kept = await (await owner.transport(`${path}?kept=1`, {})).text()
  expect(kept.split('\n')[2]).toContain('"kind":"consistency"')
})

test('continues a download that was interrupted, with the same bytes', async () => {
  for (const path of paths()) {
    const whole = await owner.transport(path, {})
    const etag = whole.headers.get('etag') ?? ''
    const bytes = new Uint8Array(await whole.arrayBuffer())
    // The log grows between the two requests.
    await see(app.context, {
      ...{ campaign, unit, at: '2026-03-02T14:30:00Z' },
      visitors: [path.length]
    })
    await settleAt(app.context, '2026-03-02T16:00:02Z')
    for (const start of [1, 700, bytes.length - 1]) {
      const headers = { Range: `bytes=${start}-`, 'If-Range': etag }
      const rest = await owner.transport(path, { headers })
      expect(rest.status).toBe(206)
      expect(rest.headers.get('content-range')).toBe(
        `bytes ${start}-${bytes.length - 1}/${bytes.length}`
      )
      expect(new Uint8Array(await rest.arrayBuffer())).toEqual(bytes.subarray(start))
    }
  }
})

test('sends the whole file when it is asked for the rest of another one', async () => {
  const [path = ''] = paths()
  for (const etag of ['"3-0123456789abcdef"', '"other"', 'W/"1-0123456789abcdef"']) {
    const answer = await owner.transport(path, {
      headers: { Range: 'bytes=10-', 'If-Range': etag }
    })
    expect(answer.status).toBe(200)
    expect(verifyHere({ bill: await answer.text() }).problem).toBeNull()
  }
})

test('makes two bills at once for an account, and asks it to wait with the third', async () => {
  const [path = ''] = paths()
  await openPublicLog(app.context)
  const open = [await owner.transport(path, {}), await owner.transport(path, {})]
  const third = await owner.transport(path, {})
  expect(third.status).toBe(429)
  expect(third.headers.get('retry-after')).toBe('30')
  for (const answer of open) await answer.body?.cancel()
  // A HEAD request does not occupy a download slot.
  for (let nth = 0; nth < 3; nth++)
    expect((await owner.transport(path, { method: 'HEAD' })).status).toBe(200)
  const last = await owner.transport(path, {})
  expect(last.status).toBe(200)
  await last.body?.cancel()
})

/** Returns the path of a bill for another kept checkpoint, which is a different file. */
const another = (kept: number) => `/api/v1/campaigns/${campaign}/bill?kept=${kept}`

async function give(account: SignedInBrowser): Promise<void> {
  await app.context.db
    .updateTable('campaigns')
    .set({ user_id: Number(account.userId) })
    .where('id', '=', campaign)
    .execute()
}

/** Returns the number of bills that have been created for an account. */
async function madeOf({ userId }: SignedInBrowser): Promise<number> {
  const left = await createLimits(app.context).check(limits.bills, `user ${userId}`)
  return limits.bills.points - (left.ok ? left.remaining : 0)
}

test('makes a bill once, however often, at once and in which parts it is read', async () => {
  const account = await app.signIn()
  await give(account)
  const [one, two] = await Promise.all([
    account.transport(another(800), {}),
    account.transport(another(800), {})
  ])
  const whole = Buffer.from(await one.arrayBuffer())
  expect(Buffer.from(await two.arrayBuffer()).equals(whole)).toBe(true)
  expect(one.headers.get('content-length')).toBe(String(whole.length))
  const headers = {
    Range: `bytes=${whole.length - 10}-`,
    'If-Range': one.headers.get('etag') ?? ''
  }
  for (let nth = 0; nth < 20; nth++) {
    const rest = await account.transport(another(800), { headers })
    expect([rest.status, await rest.text()]).toEqual([206, whole.subarray(-10).toString()])
  }
  expect(await madeOf(account)).toBe(1)
})

test('makes a dozen bills an hour for an account, and sends those that are kept', async () => {
  const account = await app.signIn()
  await give(account)
  for (let kept = 900; kept < 912; kept++) {
    const answer = await account.transport(another(kept), {})
    expect([answer.status, (await answer.text()).length > 1000]).toEqual([200, true])
  }
  const refused = await account.transport(another(912), {})
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ errors: [{ code: 'too_many_requests' }] })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  const kept = await account.transport(another(911), {})
  expect([kept.status, (await kept.text()).length > 1000]).toEqual([200, true])
})

test('answers 503 before the first byte when the event log is away, and logs it', async () => {
  const account = await app.signIn()
  await give(account)
  const { config } = app.context
  config.eventLogUrl = 'nats://127.0.0.1:9'
  try {
    logged.length = 0
    const answer = await account.transport(another(1000), {})
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(await answer.json()).toMatchObject({ errors: [{ code: 'event_log_unavailable' }] })
    expect(logged.map(it => JSON.parse(it))).toMatchObject([
      { code: 'event_log_unavailable', campaign, msg: 'a bill could not be made' }
    ])
  } finally {
    config.eventLogUrl = null
  }
  const again = await account.transport(another(1000), {})
  expect(verifyHere({ bill: await again.text() }).problem).toBeNull()
})

test('is another file once views are forgotten', async () => {
  const account = await app.signIn()
  await give(account)
  const before = await account.transport(another(1100), {})
  const text = await before.text()
  await forgetViews(app.context)
  // Views are deleted only after months, when every session has ended.
  const later = await app.signIn()
  await give(later)
  const headers = { Range: 'bytes=10-', 'If-Range': before.headers.get('etag') ?? '' }
  const after = await later.transport(another(1100), { headers })
  expect(after.status).toBe(200)
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  expect((await after.text()).length).toBeLessThan(text.length)
})

test('keeps a hundred bills for an hour, and nothing of one that was not completed', async () => {
  const folder = join(app.context.config.dataFolder, 'bills')
  const names = await readdir(folder)
  expect(names.filter(it => !/^[0-9a-f]{64}\.jsonl$/.test(it))).toEqual([])
  expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600)
  const other = join(folder, 'other')
  await mkdir(other)
  const put = async (name: string, ageMs: number) => {
    const at = new Date(Date.now() - ageMs)
    await writeFile(join(other, name), 'x')
    await utimes(join(other, name), at, at)
  }
  for (let nth = 0; nth < 120; nth++) await put(`${nth}.jsonl`, nth * 1000)
  await put('old.jsonl', keptMs + 1000)
  await put('crashed.draft', keptMs + 1000)
  await put('new.draft', 1000)
  await removeOldBills(other)
  const left = await readdir(other)
  expect(left).toHaveLength(101)
  expect(left).toContain('new.draft')
  expect(left).toContain('99.jsonl')
})

test('answers 503 and logs it when the folder cannot be written', async () => {
  const account = await app.signIn()
  await give(account)
  const folder = join(app.context.config.dataFolder, 'bills')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'not a folder')
  logged.length = 0
  const answer = await account.transport(another(1200), {})
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('600')
  expect(logged.map(it => JSON.parse(it))).toMatchObject([{ code: 'folder_unusable' }])
  await rm(folder)
  const again = await account.transport(another(1200), {})
  expect(again.status).toBe(200)
  await again.body?.cancel()
})
