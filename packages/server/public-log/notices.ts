import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { sealNotice } from './book-seals.ts'
import { noticeEntry } from './charge.ts'

/** A public announcement in the log. */
export type Notice = {
  id: bigint
  /** Builds the notice's log entry with the time at which it is added. */
  entryAt: (at: Date) => Buffer
}

type Row = {
  id: bigint
  unitId: number | null
  isExcluded: boolean | null
  name: string | null
  value: bigint | null
  since: Date | null
  receiptKey: Buffer | null
  retentionDays: number | null
  acceptedSeal: bigint | null
  sealHash: Buffer | null
}

const noticesAtOnce = 1_000

/** Returns notices that wait for the log, in order. */
export async function readNotices(tx: Tx): Promise<Notice[]> {
  const { rows } = await sql<Row>`
    select notice.id, unit_id as "unitId", is_excluded as "isExcluded", name, value, valid_from as since,
      receipt_key as "receiptKey", retention_days as "retentionDays", accepted_seal as "acceptedSeal", seal_hash as "sealHash"
    from public_log_notices notice left join fee_changes change on change.id = setting_change_id
    where log_index is null order by notice.id limit ${noticesAtOnce}`.execute(tx)
  return rows.map(row => ({ id: row.id, entryAt: at => entryOf(row, at) }))
}

export async function placeNotices(
  tx: Tx,
  notices: readonly Notice[],
  first: number
): Promise<void> {
  for (const [index, { id }] of notices.entries()) {
    const log_index = BigInt(first + index)
    await tx.updateTable('public_log_notices').set({ log_index }).where('id', '=', id).execute()
  }
}

function entryOf(row: Row, moment: Date): Buffer {
  const { unitId, isExcluded, name, value, since, receiptKey, retentionDays } = row
  const at = moment.toISOString()
  if (row.acceptedSeal !== null && row.sealHash)
    return sealNotice('accepted_seal', { number: row.acceptedSeal, hash: row.sealHash }, at)
  if (receiptKey)
    return noticeEntry({ at, kind: 'receipt_key', key: receiptKey.toString('base64') })
  if (retentionDays !== null) return noticeEntry({ at, kind: 'retention', days: retentionDays })
  if (unitId !== null)
    return noticeEntry({ at, kind: 'exclusion', unit: unitId, excluded: isExcluded === true })
  const basisPoints = Number(value)
  const isPremium = name === 'premium_fee_basis_points'
  const validFrom = since?.toISOString() ?? at
  return noticeEntry({ at, kind: 'fee', basisPoints, premium: isPremium, since: validFrom })
}
