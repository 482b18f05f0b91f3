import { once } from 'node:events'
import type { Context } from '../context.ts'
import { countLog, readCountingLag, showLog } from '../delivery/index.ts'
import { StartError } from '../start-error.ts'
import type { Answer } from './answer.ts'

type Asked = { minutes: string | undefined; isFollowing: boolean; isCounting: boolean }

/**
 * Shows the records of the last minutes or, with `isCounting`, how many there are of each kind; follows new records on
 * request.
 */
export async function showEventLog(context: Context, asked: Asked): Promise<Answer> {
  const minutes = Number(asked.minutes)
  if (!/^\d{1,6}$/.test(asked.minutes ?? ''))
    throw new StartError(
      `Pass a whole number of minutes, key, or anchors, such as log 10, not log ${asked.minutes}`
    )
  const until = context.now()
  const from = new Date(until.getTime() - minutes * 60_000)
  if (asked.isCounting) return { text: await count(context, { from, until }) }
  let lines = 0
  for await (const line of showLog(context, { from, isFollowing: asked.isFollowing })) {
    lines++
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
  }
  return { text: `${lines} records; ${await lagText(context)}` }
}

async function count(context: Context, span: { from: Date; until: Date }): Promise<string> {
  const counts = await countLog(context, span)
  const lines = counts.map(({ kind, verdict, count }) => `${count} ${kind}: ${verdict}`)
  return [...lines, await lagText(context)].join('\n')
}

async function lagText(context: Context): Promise<string> {
  const { since, partitions } = await readCountingLag(context)
  if (since === null) return 'everything in the log is counted'
  return `${partitions} partitions have records that are not counted yet, the oldest from ${since.toISOString()}`
}
