import type { Context } from '../context.ts'
import { openPublicLog, witnessLog } from '../public-log/index.ts'
import { StartError } from '../start-error.ts'
import type { Answer } from './answer.ts'

/** `mille witness URL`: exits with 1 when the other log shows another history than before. */
export async function witness(
  context: Context,
  address: string | undefined,
  key: string | undefined
): Promise<Answer> {
  if (!/^https?:\/\//.test(address ?? '') || !URL.canParse(address ?? ''))
    throw new StartError('Pass the address of the other network, such as https://other.example')
  await openPublicLog(context)
  const seen = await witnessLog(context, address ?? '', key ?? null)
  if (!seen.ok) return { text: [seen.problem, ...seen.evidence].join('\n\n'), failed: true }
  const { origin, size, sizeBefore } = seen
  const since =
    sizeBefore === null
      ? 'seen for the first time, so its key is trusted from now on'
      : `consistent with the ${sizeBefore} entries that were kept`
  return { text: `${origin}: ${size} entries, ${since}` }
}
