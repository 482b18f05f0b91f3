import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { type ChargeDocument, makeCharge, noPrevious, type ViewsCommitment } from './charge.ts'
import { readEpochs } from './epochs.ts'
import { type LogKeys, readKeys } from './keys.ts'
import { emptyRoot } from './merkle.ts'
import { unpackRejected } from './rejected.ts'
import { createSalts, type Salts } from './salts.ts'
import { readChargesOf, type SettledCharge } from './settled-charges.ts'

/** A charge with its index in the public log and everything that opens it. */
export type OpenedCharge = ChargeDocument & {
  charge: SettledCharge
  index: number
  views: ViewsCommitment
  salts: Salts
  /** Keys that the visitors' tags in its views were made with. */
  keys: LogKeys
}

/** What is stored about a charge's log entry. */
export type SealedCharge = {
  entry: bigint
  index: number
  views: ViewsCommitment
  rejected: Buffer
}

const chargesAtOnce = 1_000

/**
 * Rebuilds and yields a campaign's charges in the log, up to the last that begins before `until`. Each charge refers to
 * the one before it, so the charges before `from` are rebuilt but not yielded.
 */
export async function* openCharges(
  db: Database | Tx,
  context: Pick<Context, 'config'>,
  campaign: number,
  { from, until }: { from: Date; until: Date }
): AsyncGenerator<OpenedCharge> {
  const keysAt = createKeysAt(db, context)
  let [after, previous] = [new Date(0), noPrevious]
  for (;;) {
    const span = { from: after, until, count: chargesAtOnce }
    const charges = await readChargesOf(db, campaign, span)
    const sealed = await readSealed(db, charges)
    for (const charge of charges) {
      const found = sealed.get(charge.entry)
      if (!found) continue
      const { index, views, rejected } = found
      const keys = await keysAt(index)
      const salts = createSalts(keys)
      const facts = { views, rejected: unpackRejected(rejected), previous }
      const document = makeCharge(charge, facts, salts)
      previous = document.digest
      if (charge.start >= from) yield { ...document, charge, index, views, salts, keys }
    }
    const last = charges.at(-1)
    if (!last || charges.length < chargesAtOnce) return
    after = new Date(last.start.getTime() + 1)
  }
}

/** Returns a function that reads the keys that an entry was made with, which may differ between epochs. */
export function createKeysAt(
  db: Database | Tx,
  context: Pick<Context, 'config'>
): (index: number) => Promise<LogKeys> {
  const opened = new Map<number, Promise<LogKeys>>()
  let epochs: ReturnType<typeof readEpochs> | null = null
  return async index => {
    epochs ??= readEpochs(db)
    const epoch = (await epochs).findLast(it => it.fromSize <= index)
    if (!epoch) throw new Error('The public log has not begun')
    const keys = opened.get(epoch.keyId) ?? readKeys(db, context, epoch.keyId)
    opened.set(epoch.keyId, keys)
    return keys
  }
}

/** Returns what is stored about the log entries of these charges, by settlement number. */
export async function readSealed(
  db: Database | Tx,
  charges: readonly SettledCharge[]
): Promise<Map<bigint, SealedCharge>> {
  if (charges.length === 0) return new Map()
  const billable = new Map(charges.map(it => [it.entry, it.billable]))
  const rows = await db
    .selectFrom('public_log_charges')
    .selectAll()
    .where('entry', 'in', [...billable.keys()])
    .limit(charges.length)
    .execute()
  return new Map(
    rows.map(row => {
      const settled = billable.get(row.entry) ?? 0
      const count = row.views_found === null ? settled : Number(row.views_found)
      const root = row.views_root ?? (count === 0 && settled === 0 ? emptyRoot : null)
      const place = { entry: row.entry, index: Number(row.log_index), rejected: row.rejected }
      return [row.entry, { ...place, views: { count, root } }]
    })
  )
}
