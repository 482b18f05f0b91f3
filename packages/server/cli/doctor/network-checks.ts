import { eventLogCheck } from '../../admin/event-log-check.ts'
import { readEpoch, vkeyOf } from '../../public-log/index.ts'
import { reasonOf } from '../../reason-of.ts'
import { type Check, type Finding, findingOf, ok, problem, unchecked } from './check.ts'
import { ask } from './public-url-checks.ts'
import type { DatabaseSubject } from './subject.ts'

/** Checks that compare this database with what answers elsewhere. */
export const networkChecks: readonly Check<DatabaseSubject>[] = [
  { name: 'Network at PUBLIC_URL', page: 'configure.md#server', run: checkNetwork },
  { name: 'Event log', page: 'scale.md#when-nats-servers-fail', run: checkEventLog }
]

/** The key of the public log belongs to one database, so it shows whether PUBLIC_URL leads to this one. */
async function checkNetwork({ context }: DatabaseSubject): Promise<Finding | Finding[]> {
  const { publicUrl } = context.config
  const epoch = await readEpoch(context.db)
  if (!epoch) return []
  const own = vkeyOf(epoch)
  try {
    const { status, text } = await ask(`${publicUrl}/log/key`)
    if (status !== 200) return unchecked(`${publicUrl}/log/key answers with status ${status}.`)
    if (text.trim() === own) return ok(`${publicUrl} leads to the network of this database.`)
    return problem(
      `${publicUrl} leads to another network: its public log has another key.`,
      'Correct PUBLIC_URL, DATABASE_URL or the address to which the reverse proxy passes requests: a process with another database answers there.'
    )
  } catch (error) {
    return unchecked(`${publicUrl} does not answer: ${reasonOf(error)}.`)
  }
}

async function checkEventLog({ context }: DatabaseSubject): Promise<Finding> {
  const found = await eventLogCheck(context)
  if (!found) return ok('The database stores the event log.')
  const remedy =
    'Start the NATS servers that EVENT_LOG_URL names, and check their disks, the network between, and the name and password in it.'
  return findingOf(found, remedy)
}
