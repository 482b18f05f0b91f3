import type { Context } from '../context.ts'
import {
  maxAccepted,
  type SealRange,
  saveAcceptance,
  verifyBooks,
  whyNotAcceptable
} from '../seals/index.ts'
import { StartError } from '../start-error.ts'

/**
 * Accepts seals made by a process with another SECRET, before such processes were refused. Nothing else may be wrong:
 * the seals' contents are compared with the books, now and in each later check.
 */
export async function acceptSeal(
  context: Context,
  word: string | undefined,
  given: string | undefined
): Promise<string> {
  const ranges = readRanges(word)
  const reason = given?.trim() ?? ''
  if (reason === '' || [...reason].length > 500)
    throw new StartError('Add a reason of at most 500 characters with --reason "…"')
  const refuse = (why: string) => {
    throw new StartError(`Nothing was accepted: ${why}`)
  }
  const { db, config } = context
  for (const range of ranges) {
    const problem = await db.transaction().execute(tx => whyNotAcceptable(tx, config, range))
    if (problem !== null) refuse(problem)
  }
  const books = await verifyBooks(context, { asIfAccepted: ranges })
  if (!books.ok) refuse(`something else is wrong.\n${books.text}`)
  await db.transaction().execute(async tx => {
    for (const range of ranges) await saveAcceptance(tx, context, range, reason)
  })
  return `Accepted ${word}. The public log names it within a minute of a running worker, and verify prints it from now on`
}

/**
 * Parses runs of seal numbers, such as `7-12,15`. One call names all seals to accept, because nothing else may be
 * wrong.
 */
function readRanges(word = ''): SealRange[] {
  let before = 0n
  const ranges = word.split(',').map(run => {
    const [, first, last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(run) ?? []
    if (first === undefined || last === undefined)
      throw new StartError('Use accept-seal with the numbers of the seals, such as 7 or 7-12,15')
    const range = { first: BigInt(first), last: BigInt(last) }
    if (
      range.first <= before ||
      range.last < range.first ||
      range.last - range.first >= maxAccepted
    )
      throw new StartError(`The seals must be in order, at most ${maxAccepted} in a run`)
    before = range.last
    return range
  })
  return ranges
}
