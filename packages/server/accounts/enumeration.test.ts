import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Number of attempts per address, enough to detect a difference between two addresses. `npm run prove` uses more. */
const tries = process.env.MILLE_PROOF === 'full' ? 200 : 60

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.context.pool.query(
    `insert into users (email, created_at)
     select 'known-' || n || '@example.com', now() from generate_series(0, ${tries - 1}) n`
  )
})
afterAll(() => app.close())

type Asked = { status: number; body: string; headers: string; ms: number }

async function ask(path: string, email: string): Promise<Asked> {
  const browser = app.open()
  const given = await browser.transport('/api/v1/authenticity_token', { method: 'POST' })
  const token = (await given.json()).data.attributes.base64
  const type = path.endsWith('/users') ? 'users' : 'access_codes'
  const started = performance.now()
  const response = await browser.transport(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json;charset=utf-8', 'X-CSRF-Token': token },
    body: JSON.stringify({ data: { type, attributes: { email } } })
  })
  const body = (await response.text()).replace(email, 'ADDRESS')
  const ms = performance.now() - started
  const headers = [...response.headers]
    .map(([name, value]) => `${name}: ${value.replace(/=[\w-]{43};/, '=RANDOM;')}`)
    .join('\n')
  return { status: response.status, body, headers, ms }
}

test.each(['/api/v1/user/access_codes', '/api/v1/users'])(
  `%s tells known and unknown addresses apart in nothing, over ${tries} tries of each`,
  async path => {
    const answers = { known: new Set<string>(), unknown: new Set<string>() }
    const times = { known: [] as number[], unknown: [] as number[] }
    const kinds = ['known', 'unknown'] as const
    for (let round = 0; round < tries; round++) {
      // The two kinds alternate, and so does the one that comes first, so that a slowdown of the machine affects both.
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        const { ms, ...answer } = await ask(path, `${kind}-${round}@example.com`)
        answers[kind].add(JSON.stringify(answer))
        times[kind].push(ms)
      }
    }
    expect(answers.known.size).toBe(1)
    expect([...answers.unknown]).toEqual([...answers.known])
    const [known, unknown] = [summary(times.known), summary(times.unknown)]
    process.stdout.write(
      `${path}: known ${known.median.toFixed(2)} ms, unknown ${unknown.median.toFixed(2)} ms, half of them within ${known.spread.toFixed(2)} ms\n`
    )
    // The difference is within the noise: the medians differ by less than the interquartile range.
    expect(Math.abs(known.median - unknown.median)).toBeLessThan(
      Math.max(known.spread, unknown.spread, 0.5)
    )
  },
  120_000
)

function summary(times: readonly number[]): { median: number; spread: number } {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { median: at(0.5), spread: at(0.75) - at(0.25) }
}
