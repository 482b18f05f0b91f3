import type { Api } from '@mille/api/client.ts'
import type { Context } from '@mille/server/context.ts'
import { month } from './report-month.ts'
import { type Figure, median, percentile } from './rounds.ts'

const accounts = 10_000
const calls = 100
const promisedMs = 200

/**
 * Measures the operator's start page at the API in the month's network with ten thousand accounts, half of which came in
 * the 60 days that the page compares. `floorMs` is the p95 of the smallest call in the same run.
 */
export async function measureHome(context: Context, api: Api, floorMs: number): Promise<Figure[]> {
  await addAccounts(context)
  const ms: number[] = []
  for (let call = 0; call < calls; call++) {
    const started = performance.now()
    const answer = await api.admin.readHome()
    ms.push(performance.now() - started)
    if (!answer.ok) throw new Error(answer.code)
  }
  const name = 'the operator’s start page with 10,000 accounts at the API'
  const value = percentile(ms, 0.95)
  return [
    { name: `${name}, p50`, value: median(ms), unit: 'ms' },
    {
      ...{ name: `${name}, p95`, value, unit: 'ms', floor: floorMs, ratio: value / floorMs },
      ...{ target: `≤ ${promisedMs} ms`, holds: value <= promisedMs }
    },
    { name: `${name}, slowest`, value: Math.max(...ms), unit: 'ms' }
  ]
}

/** Adds accounts up to the number that is measured: a kept database has them already. */
async function addAccounts({ pool }: Context): Promise<void> {
  await pool.query(
    `insert into users (email, created_at)
     select 'account' || it || '@mille.test', $1::timestamptz - it * interval '17 minutes'
     from generate_series(1, $2 - (select count(*)::int from users)) as it`,
    [month.end, accounts]
  )
  await pool.query('analyze users')
}
