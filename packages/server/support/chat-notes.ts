import type { ChatSide } from '@mille/api/support/streams.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

export const chatChannel = 'chat'

/** What processes tell each other. Messages are read from the table, so that a note that is lost costs nothing. */
export type ChatNote =
  | { kind: 'message'; conversation: number }
  | { kind: 'read'; conversation: number; reader: ChatSide; message: number }
  /** Operators come and go together, which is conversation null. */
  | { kind: 'presence'; conversation: number | null; side: ChatSide; isOnline: boolean }

/** Within a transaction it goes out at the commit, or not at all. */
export async function sendNote(db: Database | Tx, note: ChatNote): Promise<void> {
  await sql`select pg_notify(${chatChannel}, ${JSON.stringify(note)})`.execute(db)
}
