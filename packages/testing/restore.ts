import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreBackup } from '@mille/server/backup/restore-backup.ts'
import { writeBackup } from '@mille/server/backup/write-backup.ts'
import type { Context } from '@mille/server/context.ts'
import { sql } from 'kysely'

export type TestBackup = { restore: () => Promise<void>; dispose: () => void }

/** Takes a backup of the database. It can be restored repeatedly into the same database, which is emptied first. */
export async function takeBackup(context: Context): Promise<TestBackup> {
  const folder = mkdtempSync(join(tmpdir(), 'mille-backup-'))
  const file = join(folder, 'backup.gz')
  await writeBackup(context, file)
  return {
    async restore() {
      await sql`drop schema if exists graphile_worker cascade`.execute(context.db)
      await sql`drop schema public cascade`.execute(context.db)
      await sql`create schema public`.execute(context.db)
      await restoreBackup(context, file)
    },
    dispose: () => rmSync(folder, { recursive: true, force: true })
  }
}
