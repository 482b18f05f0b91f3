import { addNote, listNotes, type Note } from '@mille/api/admin/endpoints.ts'
import { noteInput, noteLimits, notesInput } from '@mille/api/admin/schema.ts'
import { sql } from 'kysely'
import { lockUser } from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { findPerson } from './people-queries.ts'

/** Table of the operators' notes, which the data export of an account omits. */
export const notesTable = 'account_notes'

type NoteRow = {
  id: number
  text: string
  written_by: number
  written_by_name: string | null
  created_at: Date
}

export function noteRoutes(serve: Serve): void {
  serve(listNotes, notesInput, async ({ context, input, user }) => {
    const { db } = context
    const person = await findPerson(db, Number(input.id))
    if (!person) return failure('not_found')
    if (person.id === user.id) return reply({ data: [], meta: { pagination: { records: 0 } } })
    const rows = await readNotes(db, person.id, {
      offset: input['page[offset]'],
      limit: input['page[limit]']
    })
    const records = await countNotes(db, person.id)
    return reply({ data: rows.map(noteResource), meta: { pagination: { records } } })
  })

  serve(addNote, noteInput, async ({ context, input, user, once }) => {
    const { tx } = once
    if (Number(input.id) === user.id) return failure('own_notes')
    // The account's row is locked, so that two simultaneous notes cannot exceed the limit.
    const person = await lockUser(tx, Number(input.id))
    if (!person) return failure('not_found')
    if ((await countNotes(tx, person.id)) >= noteLimits.count) return failure('notes_too_many')
    await tx
      .insertInto('account_notes')
      .values({
        user_id: person.id,
        text: input.text,
        written_by: user.id,
        created_at: context.now()
      })
      .execute()
    const [row] = await readNotes(tx, person.id, { offset: 0, limit: 1 })
    return row ? reply({ data: noteResource(row) }, 201) : failure('not_found')
  })
}

/** Deletes the texts of the notes about an account, but keeps their authors and times. */
export async function forgetNotes(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('account_notes')
    .set({ text: '(deleted)' })
    .where('user_id', '=', userId)
    .execute()
}

async function readNotes(
  db: Database | Tx,
  userId: number,
  { offset, limit }: { offset: number; limit: number }
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select account_notes.id, text, written_by, name as written_by_name, created_at
    from account_notes left join account_names on account_names.id = written_by
    where user_id = ${userId}
    order by account_notes.id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

function countNotes(db: Database | Tx, userId: number): Promise<number> {
  return countRows(db.selectFrom('account_notes').where('user_id', '=', userId))
}

function noteResource({ id, text, written_by, written_by_name, created_at }: NoteRow): Note {
  return {
    type: 'account_notes',
    id: String(id),
    attributes: {
      text,
      written_by: String(written_by),
      written_by_name,
      created_at: created_at.toISOString()
    }
  }
}
