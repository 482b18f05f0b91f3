import { createBilledNetwork, see, settleAt } from '@mille/testing/billed-network.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { verifyHere } from '@mille/verifier/testing/verify-both.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPublicLog } from '../public-log/index.ts'

let app: TestApp
let owner: SignedInBrowser
let stranger: SignedInBrowser
let campaign: number
let unit: number

beforeAll(async () => {
  app = await createTestApp()
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

test('gives the owner a file that holds, and nobody else', async () => {
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

test('goes on with a download that was interrupted, in the same bytes', async () => {
  for (const path of paths()) {
    const whole = await owner.transport(path, {})
    const etag = whole.headers.get('etag') ?? ''
    const bytes = new Uint8Array(await whole.arrayBuffer())
    // The log grows meanwhile.
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
  expect((await owner.transport(path, {})).status).toBe(200)
})
