import type { SeenKind } from '@mille/api/delivery/protocol.ts'
import type { Context } from '../context.ts'
import { createAppender, ReportsUnavailable } from './appending/appender.ts'
import { createVerdictFollower } from './appending/follow-verdicts.ts'
import type { Report } from './appending/write-reports.ts'
import { type Answered, createDecider } from './choosing/decide.ts'
import { createFrequency } from './choosing/frequency.ts'
import { createLatelyDrawn } from './choosing/lately-drawn.ts'
import { createRandomness } from './choosing/randomness.ts'
import { countedSinceIfKnown } from './counting/behind.ts'
import { createDatabaseWatch } from './database-watch.ts'
import { createLiveInventory } from './loading/live-inventory.ts'
import { createNameKeyOf } from './log/name-mask.ts'
import { openEventLog } from './log/open-event-log.ts'
import { createPartitioner } from './log/partition.ts'
import { findCreativeLink } from './requests/creative-queries.ts'
import { openOperatorLists } from './requests/operator-lists.ts'
import { type PlacementRules, refuse, whyMisplaced } from './requests/placement.ts'
import { createEventReader, parseSeenEvent, type Sender } from './requests/seen.ts'
import type { AskedUnit } from './requests/unit-listener.ts'
import { keepUp } from './upkeep.ts'
import { createTokens, type ReadToken } from './visitors/token.ts'
import { createVisitors } from './visitors/visitor.ts'
import type { Receipts } from './what-counts.ts'

/** `taken` once it is in the log; `later` when it is not, or nobody knows. */
export type Taken = 'taken' | 'later' | 'failed'

/** With the receipt, if one was asked for and can be given. */
type Answer = (outcome: Taken, receipt: string | null) => void

const upkeepMs = 60_000
const forged: Report = {
  event: { kind: 'rejected', reason: 'forged', decided: null },
  partition: 0,
  receivedAtMs: 0
}

/** What a node knows and does, whichever way it is asked: chooses ads, and writes down what becomes of them. */
export function createDeliveryNode(context: Context, receipts: Receipts | null = null) {
  const { config, now, log } = context
  const events = openEventLog(context)
  const visitors = createVisitors(context, { neededSince: () => countedSinceIfKnown(context) })
  const tokens = createTokens(config.secret)
  const random = createRandomness(context)
  const frequency = createFrequency(now)
  const follower = createVerdictFollower(context, frequency)
  const inventory = createLiveInventory(context, { isCountingLate: follower.isCountingLate })
  const parts = { ...context, events, nameKeyOf: createNameKeyOf(visitors.keyOf) }
  const appender = createAppender(parts, { onAppended: follower.add })
  const database = createDatabaseWatch(context)
  const lists = openOperatorLists(context)
  const placement: PlacementRules = {
    isBlockedHost: lists.isBlockedHost,
    allowsLoopback: config.allowPrivateHosts
  }
  /** Nothing is shown from a memory that is ten minutes old. */
  const current = () => (database.isLost() ? null : inventory.current())
  const decide = createDecider({
    config,
    now,
    inventory: current,
    visitors,
    tokens,
    random,
    frequency,
    lately: createLatelyDrawn(now)
  })
  const readEvent = createEventReader({
    inventory: inventory.current,
    visitors,
    partitionOf: createPartitioner(config.secret, events.partitions),
    isDataCentre: lists.isDataCentre,
    placement,
    rejectsAutomation: config.mode === 'production',
    isSecure: config.publicUrl.startsWith('https:')
  })
  let timer: NodeJS.Timeout | undefined

  /** Decides, and counts what is served or refused where it is asked to. */
  function serveUnit({ unit: id, place, sender }: AskedUnit, isCounted: boolean): Answered {
    const answered = decide({ unit: id, place, ...sender })
    const { decision, shown } = answered
    if (!shown) return answered
    const unit = current()?.units.get(shown.decided.unit)
    const misplaced = unit ? whyMisplaced(unit, sender.host, placement) : null
    if (isCounted) {
      if (misplaced) appender.addRefused(shown.decided.unit, misplaced)
      else appender.addServed(shown.decided)
    }
    return misplaced ? { decision: refuse(decision, misplaced), shown: null } : answered
  }

  /** Whatever is not a seen event is counted as forged: nothing of ours sends it. */
  function readReport(seen: ReturnType<typeof parseSeenEvent>, sender: Sender): Report {
    if (!seen) return forged
    const moment = now()
    return readEvent(seen.kind, tokens.read(seen.token, moment), sender, moment, seen)
  }

  function tell(answer: Answer, failure: Error | null, receiptFor?: Report): void {
    const isLater = failure instanceof ReportsUnavailable
    if (failure && !isLater) log.error({ err: failure }, 'a report could not be read')
    const outcome = failure === null ? 'taken' : isLater ? 'later' : 'failed'
    answer(outcome, failure === null && receiptFor ? writeReceipt(receiptFor) : null)
  }

  /** There is none for a forged token, which names no decision. */
  function writeReceipt({ event, receivedAtMs }: Report): string | null {
    if (!event.decided) return null
    const { decision } = event.decided
    const reason = event.kind === 'rejected' ? event.reason : null
    return receipts?.write({ decision, reason, receivedAtMs }) ?? null
  }

  return {
    serveUnit,
    randomBytes: random.bytes,
    readToken: (token: string): ReadToken => tokens.read(token, now()),

    /** Answers once, and throws nothing. */
    takeReport(text: string, sender: Sender, answer: Answer): void {
      let report: Report
      let receiptFor: Report | undefined
      try {
        const seen = parseSeenEvent(text)
        report = readReport(seen, sender)
        if (seen?.wantsReceipt && seen.kind === 'viewable') receiptFor = report
      } catch (error) {
        tell(answer, error as Error)
        return
      }
      appender.append(report, failure => tell(answer, failure, receiptFor))
    },

    /** What happens whether or not it can be written down. */
    countOrLog(kind: SeenKind | 'clicked', token: ReadToken, sender: Sender): Promise<void> {
      return new Promise((resolve, reject) => {
        appender.append(readEvent(kind, token, sender, now()), failure => {
          if (failure && !(failure instanceof ReportsUnavailable)) return reject(failure)
          if (failure) log.warn({ kind }, 'an event was lost')
          resolve()
        })
      })
    },

    /** Never from the address: the campaign's live creative, or the one that was live when the ad was shown. */
    linkOf(campaign: number, creative: number): Promise<string | null> | string {
      const live = inventory.current()?.campaign(campaign)?.creative
      return live?.id === creative ? live.link : findCreativeLink(context.db, creative)
    },

    async start(): Promise<void> {
      await keepUp(context, { visitors, events })
      await receipts?.start()
      await inventory.start()
      database.start()
      follower.start()
      lists.watch()
      timer = setInterval(() => {
        keepUp(context, { visitors, events }).catch(error =>
          log.warn({ err: error }, 'the upkeep of delivery failed')
        )
      }, upkeepMs)
      timer.unref()
    },

    flush: appender.flush,
    /** Learns what became of the views that were reported here, as it does every second. */
    followVerdicts: follower.look,

    async stop(): Promise<void> {
      clearInterval(timer)
      receipts?.stop()
      database.stop()
      lists.stop()
      await inventory.stop()
      await follower.stop()
      try {
        await appender.stop()
      } catch (error) {
        if (!(error instanceof ReportsUnavailable)) throw error
        log.warn('the last second of what was served was not counted')
      } finally {
        await events.close()
      }
    }
  }
}
