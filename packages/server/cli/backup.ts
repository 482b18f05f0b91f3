import { restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import type { Context } from '../context.ts'
import type { Answer } from './answer.ts'

export async function backUp(context: Context, file: string): Promise<Answer> {
  const { tables, rows, bytes } = await writeBackup(context, file)
  return {
    text: `Wrote ${rows} rows of ${tables} tables, ${Math.ceil(bytes / 1000)} kB, into ${file}`
  }
}

export async function restore(
  context: Context,
  file: string,
  isUnverified: boolean | undefined
): Promise<Answer> {
  const restored = await restoreBackup(context, file, { isUnverified: isUnverified === true })
  const { at, tables, rows, migrations } = restored
  const more = migrations.length === 0 ? '' : `; then ran ${migrations.join(', ')}`
  const next =
    'Payouts are paused until an operator resumes them at /admin/payouts or with release-payouts'
  return {
    text: `Restored ${rows} rows of ${tables} tables, as they were at ${at}${more}\n${next}`
  }
}
