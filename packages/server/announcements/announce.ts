import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { notifyEverybody } from '../notifications/outbox.ts'
import { type AnnouncementRow, findAnnouncement } from './queries.ts'

/**
 * Plans the notification of all accounts for the start of an announcement, in the announcement's transaction. Planning
 * again moves it.
 */
export async function planAnnounce(
  tx: Tx,
  { id, starts_at }: Pick<AnnouncementRow, 'id' | 'starts_at'>
): Promise<void> {
  await sql`select graphile_worker.add_job('announce', json_build_object('id', ${id}::int),
    run_at := ${starts_at}::timestamptz, job_key := ${`announce ${id}`})`.execute(tx)
}

/**
 * Runs the job that notifies all accounts. It skips an announcement that was ended or moved meanwhile, and sends none
 * twice.
 */
export async function announce({ db, now }: Context, id: number): Promise<void> {
  await db.transaction().execute(async tx => {
    const row = await findAnnouncement(tx, id)
    const at = now()
    if (!row || row.starts_at > at || (row.ends_at !== null && row.ends_at <= at)) return
    const { header, content } = row
    await notifyEverybody(tx, {
      kind: 'announcement',
      data: { header, content },
      event: `announcement ${id}`,
      at
    })
  })
}
