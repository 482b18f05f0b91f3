import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'
import { deleteUnused } from './attachment-queries.ts'

const keptMs = dayMs

/** Uploads are kept for a day, in which their order is placed or they go. */
export async function tidyMarketplace(context: Context): Promise<void> {
  await deleteUnused(context.db, new Date(context.now().getTime() - keptMs))
}
