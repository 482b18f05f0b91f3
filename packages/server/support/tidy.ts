import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'
import { deleteOldLetters } from './letter-queries.ts'
import { deleteUnsent } from './picture-queries.ts'

const keptMs = dayMs
const answeredLettersMs = 90 * dayMs
const lettersMs = 365 * dayMs

/** Deletes unsent pictures after a day, and letters 90 days after their answer, or else a year after they arrived. */
export async function tidyChat(context: Context): Promise<void> {
  const ago = (ms: number) => new Date(context.now().getTime() - ms)
  await deleteUnsent(context.db, ago(keptMs))
  await deleteOldLetters(context.db, { answered: ago(answeredLettersMs), came: ago(lettersMs) })
}
