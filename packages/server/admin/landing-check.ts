import { dayMs } from '@mille/api/durations.ts'
import { listSilentLandings } from '../campaigns/index.ts'
import type { Context } from '../context.ts'
import type { HealthCheck } from './health-rules.ts'

const patienceMs = 3 * dayMs
const named = 5

/** Checks that the landing pages of running campaigns answer, because a page that does not cannot be compared. */
export async function landingCheck({ db, now }: Pick<Context, 'db' | 'now'>): Promise<HealthCheck> {
  const silent = await listSilentLandings(db, new Date(now().getTime() - patienceMs))
  const name = 'Landing pages'
  if (silent.length === 0)
    return { name, state: 'ok', text: 'No landing page has been unreadable for three days.' }
  const first = silent.slice(0, named).map(it => `campaign ${it.campaign_id} (${it.problem})`)
  const rest = silent.length > named ? ` and ${silent.length - named} more` : ''
  return {
    name,
    state: 'warning',
    text: `Unreadable for three days, so changes are not noticed: ${first.join(', ')}${rest}.`
  }
}
