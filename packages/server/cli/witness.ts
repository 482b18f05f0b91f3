import type { Context } from '../context.ts'
import { openPublicLog, witnessLog } from '../public-log/index.ts'
import { StartError } from '../start-error.ts'
import type { Answer } from './answer.ts'

/** Exit code when nothing could be checked, so that a script can tell an alarm from an unreachable server. */
const uncheckedCode = 3

/** `mille witness URL`: exits with 1 if the other log's history changed, and with 3 if nothing could be checked. */
export async function witness(
  context: Context,
  address: string | undefined,
  key: string | undefined
): Promise<Answer> {
  if (!/^https?:\/\//.test(address ?? '') || !URL.canParse(address ?? ''))
    throw new StartError(
      `Pass the address of the other network, such as https://other.example, not ${address}`
    )
  await openPublicLog(context)
  const seen = await witnessLog(context, address ?? '', key ?? null)
  if (!seen.ok && seen.isUnchecked)
    return { text: `Not checked: ${seen.problem}`, failed: true, exitCode: uncheckedCode }
  if (!seen.ok) return { text: [seen.problem, ...seen.evidence].join('\n\n'), failed: true }
  const { origin, size, sizeBefore } = seen
  const since =
    sizeBefore === null
      ? 'seen for the first time, so its key is trusted from now on'
      : `consistent with the checkpoint of ${entries(sizeBefore)} that was kept`
  return { text: `${origin}: ${entries(size)}, ${since}` }
}

const entries = (size: number) => `${size} ${size === 1 ? 'entry' : 'entries'}`
