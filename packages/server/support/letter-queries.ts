import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows, readWaiting, type Waiting } from '../db/count-rows.ts'
import type { ChatLetters } from '../db/schema.generated.ts'

export type LetterRow = Omit<Selectable<ChatLetters>, 'letter_id'>
export type NewLetter = {
  letter_id: string
  email: string
  text: string
  page_origin: string | null
  created_at: Date
}

const columns = ['id', 'email', 'text', 'page_origin', 'created_at', 'answered_at'] as const

export function findLetter(
  db: Database,
  letterId: string
): Promise<Pick<LetterRow, 'email' | 'text'> | undefined> {
  return db
    .selectFrom('chat_letters')
    .select(['email', 'text'])
    .where('letter_id', '=', letterId)
    .limit(1)
    .executeTakeFirst()
}

/** Inserts a letter. Returns false when the same letter already exists. */
export async function insertLetter(tx: Tx, letter: NewLetter): Promise<boolean> {
  const inserted = await tx
    .insertInto('chat_letters')
    .values(letter)
    .onConflict(conflict => conflict.column('letter_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Lists letters: first the unanswered, then the answered ones, each newest first. */
export async function listLetters(db: Database, page: { offset: number; limit: number }) {
  const rows = await db
    .selectFrom('chat_letters')
    .select(columns)
    .orderBy(sql`answered_at is not null`)
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return {
    rows,
    records: await countRows(db.selectFrom('chat_letters')),
    waitingCount: (await readWaitingLetters(db)).waiting
  }
}

/** Counts the letters that no operator has marked as answered. */
export function readWaitingLetters(db: Database): Promise<Waiting> {
  return readWaiting(db, sql`created_at`, sql`from chat_letters where answered_at is null`)
}

/** Marks a letter as answered or not. A letter that is marked twice keeps the time of the first mark. */
export function markLetter(
  db: Database,
  id: number,
  answeredAt: Date | null
): Promise<LetterRow | undefined> {
  return db
    .updateTable('chat_letters')
    .set(
      answeredAt === null
        ? { answered_at: null }
        : { answered_at: sql<Date>`coalesce(answered_at, ${answeredAt}::timestamptz)` }
    )
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** Deletes letters that were answered before `answered`, and all letters that arrived before `came`. */
export async function deleteOldLetters(
  db: Database,
  { answered, came }: { answered: Date; came: Date }
): Promise<void> {
  await db
    .deleteFrom('chat_letters')
    .where(eb => eb.or([eb('answered_at', '<', answered), eb('created_at', '<', came)]))
    .execute()
}
