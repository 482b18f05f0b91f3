import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'
import { deleteUnsent } from './picture-queries.ts'

const keptMs = dayMs

/** Pictures are kept for a day, in which their message is sent or they go. */
export async function tidyChat(context: Context): Promise<void> {
  await deleteUnsent(context.db, new Date(context.now().getTime() - keptMs))
}
