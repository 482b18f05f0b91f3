import type { Updateable } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { jsonText } from '../db/json-text.ts'
import type { PublicationOffers } from '../db/schema.generated.ts'
import { parseMarkdown } from '../markdown/parse-markdown.ts'
import { type Description, withoutMarkdown } from '../markdown/read-markdown.ts'

const filledAtOnce = 500

/** Parses the Markdown of a description; refuses one that takes too long or is nested too deeply. */
export const readDescription = (text: string) => parseMarkdown(text, 'description')

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
