import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { browserName } from './browser-name.ts'

const maxKept = 20

/** Records the browser of a sign-in. Returns true if the account has used other browsers before, but not this one. */
export async function isNewBrowser(tx: Tx, userId: number, userAgent: string): Promise<boolean> {
  const name = browserName(userAgent)
  const { rows } = await sql<{ known: string[] }>`
    select known_browsers as known from users where id = ${userId} limit 1 for update`.execute(tx)
  const known = rows[0]?.known ?? []
  if (known.includes(name)) return false
  await tx
    .updateTable('users')
    .set({ known_browsers: [...known, name].slice(-maxKept) })
    .where('id', '=', userId)
    .execute()
  return known.length > 0
}
