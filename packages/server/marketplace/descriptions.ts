import { success } from '@mille/api/result.ts'
import type { Updateable } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { jsonText } from '../db/json-text.ts'
import type { PublicationOffers } from '../db/schema.generated.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { inThread } from '../threads/in-thread.ts'
import { type Description, readMarkdown, withoutMarkdown } from './read-markdown.ts'

const read = inThread(new URL('./read-markdown.ts', import.meta.url), readMarkdown)
const filledAtOnce = 500

/** Parses the Markdown of a description in a worker thread; refuses one that takes too long or is nested too deeply. */
export async function readDescription(
  text: string
): Promise<{ ok: true; value: Description } | Failure> {
  const done = await read(text)
  if (!done.ok && done.code === 'busy')
    return failure('too_many_requests', {
      detail: 'Too many texts are being read right now. Try again in a few seconds.',
      retryAfterSeconds: 5
    })
  if (done.ok && done.value !== null) return success(done.value)
  return failure('description_too_complex', {
    pointer: 'description',
    detail: 'The formatting is too complex. Use fewer lists, quotes, and marks within each other.'
  })
}

export function descriptionColumns({ tree, summary }: Description) {
  return { description_tree: jsonText(tree), summary } satisfies Updateable<PublicationOffers>
}

/** Parses descriptions that were saved before descriptions were parsed on saving. */
export async function fillDescriptions({ db }: Pick<Context, 'db'>): Promise<void> {
  const rows = await db
    .selectFrom('publication_offers')
    .select(['id', 'description'])
    .where('description_tree', 'is', null)
    .orderBy('id')
    .limit(filledAtOnce)
    .execute()
  for (const row of rows) {
    const done = await readDescription(row.description)
    if (!done.ok && done.code === 'too_many_requests') return
    await fill(db, row, done.ok ? done.value : withoutMarkdown(row.description))
  }
}

/** Saves a parsed description, unless the description has changed since it was read. */
async function fill(
  db: Database,
  { id, description }: { id: number; description: string },
  found: Description
): Promise<void> {
  await db
    .updateTable('publication_offers')
    .set(descriptionColumns(found))
    .where('id', '=', id)
    .where('description', '=', description)
    .where('description_tree', 'is', null)
    .execute()
}
