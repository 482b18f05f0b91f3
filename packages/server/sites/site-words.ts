import { dayMs } from '@mille/api/durations.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { inThread } from '../threads/in-thread.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { readFetched } from './read-fetched.ts'
import { readPageWords } from './read-page-words.ts'

const readWords = inThread(new URL('./read-page-words.ts', import.meta.url), readPageWords)

const refreshedAfterMs = 7 * dayMs
const readAtOnce = 5
const readInOneRun = 200

type Due = { id: number; origin: string }

/**
 * Reads the home pages of verified sites that were not read in the last week, starting with those that were never read.
 * A page that cannot be read keeps its previous words, and is retried after a week.
 */
export async function readSiteWords(
  context: Pick<Context, 'db' | 'config' | 'now'>
): Promise<void> {
  const due = await findDue(context.db, context.now())
  for (let from = 0; from < due.length; from += readAtOnce) {
    const read = await Promise.all(
      due.slice(from, from + readAtOnce).map(site => readOne(context, site))
    )
    // The next run reads the remaining pages, when fewer other pages are being read.
    if (read.includes('busy')) return
  }
}

async function findDue(db: Database, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, origin from sites left join site_words on site_id = id
    where state = 'verified' and (tried_at is null or tried_at <= ${new Date(now.getTime() - refreshedAfterMs)})
    order by tried_at nulls first, id limit ${readInOneRun}`.execute(db)
  return rows
}

async function readOne(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  { id, origin }: Due
): Promise<'busy' | 'done'> {
  const fetched = await guardedFetch(`${origin}/`, {
    allowPrivateHosts: config.allowPrivateHosts,
    userAgent: `MillePageAnalysis/1.0 (+${config.publicUrl})`
  })
  const read = await readFetched(fetched, readWords)
  if (!read.ok && read.code === 'busy') return 'busy'
  const at = now()
  const found = read.ok ? { words: read.value, read_at: at } : {}
  await db
    .insertInto('site_words')
    .values({ site_id: id, tried_at: at, ...found })
    .onConflict(conflict => conflict.column('site_id').doUpdateSet({ tried_at: at, ...found }))
    .execute()
  return 'done'
}
