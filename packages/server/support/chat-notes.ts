import type { ChatSide } from '@mille/api/support/streams.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

export const chatChannel = 'chat'

/**
 * Notes that processes send each other. Messages themselves are read from the table, so a lost note loses no message.
 */
export type ChatNote =
  | { kind: 'message'; conversation: number }
  | { kind: 'read'; conversation: number; reader: ChatSide; message: number }
  /** Operators share one presence, for which `conversation` is null. */
  | { kind: 'presence'; conversation: number | null; side: ChatSide; isOnline: boolean }

/** Sends a note to all processes. Within a transaction it is sent at the commit, or not at all after a rollback. */
export async function sendNote(db: Database | Tx, note: ChatNote): Promise<void> {
  await sql`select pg_notify(${chatChannel}, ${JSON.stringify(note)})`.execute(db)
}
