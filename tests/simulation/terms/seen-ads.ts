import { createNodeSums } from '@mille/server/delivery/appending/node-sums.ts'
import { type Report, writeReports } from '@mille/server/delivery/appending/write-reports.ts'
import type { PartitionOf } from '@mille/server/delivery/event-log/partition.ts'
import { createPostgresLog } from '@mille/server/delivery/event-log/postgres-log.ts'
import { unknownFrom } from '@mille/server/delivery/event-log/write-records.ts'
import { createCounting } from '@mille/server/delivery/partitions/counting.ts'
import { type Decided, formatUuid } from '@mille/server/delivery/visitors/token.ts'
import type { DatabaseNode } from '../database-node.ts'
import type { SimulatedContext } from '../simulated-context.ts'
import type { Person } from './plan.ts'
import type { TermsView } from './simulate-terms.ts'

/** An ad that was drawn, and the moment at which its visitor sees it, in milliseconds since 1970. */
type SeenAd = { decided: Decided; person: Person; view: TermsView; seenAtMs: number }

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
    const names = node.namesOf(address, userAgent).at(context.now())
    const said = { isCovered: false, isShrunken: false, isContradictory: false }
    return {
      event: { kind: 'viewable', called: [], block: null, decided, names, ...said },
      partition: partitionOf(address, userAgent),
      neighborhood: null,
      from: unknownFrom,
      receivedAtMs: context.now().getTime()
    }
  }

  return {
    add: (ad: SeenAd) => void waiting.push(ad),

    /** Reports to a node what has been seen by now, and counts it. */
    async count(node: DatabaseNode): Promise<void> {
      const nowMs = context.now().getTime()
      const due = waiting.filter(it => it.seenAtMs <= nowMs)
      waiting = waiting.filter(it => it.seenAtMs > nowMs)
      const reports = due.map(it => reportOf(it, node))
      const sums = createNodeSums(1)
      const { bodies } = writeReports(reports, { events, nameKeyOf: node.nameKeyOf, sums })
      if (bodies.length > 0) await events.append(bodies, context.now())
      await counting.catchUp()
      for (const { decided, view } of due)
        views.set(formatUuid(decided.decision), { ...view, countedAt: nowMs })
    },

    stop: counting.stop
  }
}
