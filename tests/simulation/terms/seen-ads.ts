import { createVerdictFollower } from '@mille/server/delivery/appending/follow-verdicts.ts'
import { createNodeSums } from '@mille/server/delivery/appending/node-sums.ts'
import { type Report, writeReports } from '@mille/server/delivery/appending/write-reports.ts'
import { createFrequency } from '@mille/server/delivery/choosing/frequency.ts'
import { dayAfter, dayOf } from '@mille/server/delivery/days.ts'
import type { PartitionOf } from '@mille/server/delivery/event-log/partition.ts'
import { createPostgresLog } from '@mille/server/delivery/event-log/postgres-log.ts'
import { unknownFrom } from '@mille/server/delivery/event-log/write-records.ts'
import { createCounting } from '@mille/server/delivery/partitions/counting.ts'
import { type Decided, formatUuid } from '@mille/server/delivery/visitors/token.ts'
import { nameKey } from '@mille/server/delivery/visitors/visitor.ts'
import type { DatabaseNode } from '../database-node.ts'
import type { SimulatedContext } from '../simulated-context.ts'
import type { Person } from './plan.ts'
import type { TermsView } from './simulate-terms.ts'

/** An ad that was drawn, and the moment at which its visitor sees it, in milliseconds since 1970. */
type SeenAd = { decided: Decided; person: Person; view: TermsView; seenAtMs: number }

/** A delivery process that ads are reported to. */
export type Reporting = { node: DatabaseNode; process: number; memory: Memory }
export type Memory = ReturnType<typeof createMemory>

/** What a process remembers of the views that were reported to it, as the frequency cap of a delivery process does. */
export function createMemory(context: SimulatedContext) {
  const frequency = createFrequency(context.now)
  const unpaid = { giveBack() {} }
  return { frequency, follower: createVerdictFollower(context, { frequency, unpaid }) }
}

/** Keeps the ads that visitors will see, and counts those that were seen. */
export function createSeenAds(
  context: SimulatedContext,
  views: Map<string, TermsView>,
  partitionOf: PartitionOf
) {
  const events = createPostgresLog(context.pool)
  const counting = createCounting(context)
  let waiting: SeenAd[] = []

  function reportOf({ decided, person }: SeenAd, node: DatabaseNode): Report {
    const { address, userAgent } = person
    const names = node.namesOf(address, userAgent)
    const today = dayOf(context.now())
    const called = [names.on(today), names.on(dayAfter(today, 1))].flatMap(it =>
      it ? [nameKey(it)] : []
    )
    const said = { isCovered: false, isShrunken: false, isContradictory: false }
    return {
      event: {
        kind: 'viewable',
        called,
        block: null,
        decided,
        names: names.at(context.now()),
        ...said
      },
      partition: partitionOf(address, userAgent),
      neighborhood: null,
      from: unknownFrom,
      receivedAtMs: context.now().getTime()
    }
  }

  return {
    add: (ad: SeenAd) => void waiting.push(ad),

    /** Reports to a process what has been seen by now, counts it, and tells the process what is paid for. */
    async count({ node, process, memory }: Reporting): Promise<void> {
      const nowMs = context.now().getTime()
      const due = waiting.filter(it => it.seenAtMs <= nowMs)
      waiting = waiting.filter(it => it.seenAtMs > nowMs)
      const reports = due.map(it => reportOf(it, node))
      const sums = createNodeSums(1)
      const written = writeReports(reports, { events, nameKeyOf: node.nameKeyOf, sums })
      if (written.bodies.length > 0) {
        const positions = await events.append(written.bodies, context.now())
        memory.follower.add(written.viewsAt(positions))
      }
      await counting.catchUp()
      await memory.follower.look()
      for (const { decided, view } of due)
        views.set(formatUuid(decided.decision), { ...view, countedAt: nowMs, reportedTo: process })
    },

    stop: counting.stop
  }
}
