import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'
import { deleteUnused } from './attachment-queries.ts'

const keptMs = dayMs

/** Deletes uploads that were not used for an order within a day. */
export async function tidyMarketplace(context: Context): Promise<void> {
  await deleteUnused(context.db, new Date(context.now().getTime() - keptMs))
}
