import type { PreviewFailure } from '@mille/api/ad-units/previews.ts'
import type { SeenKind } from '@mille/api/delivery/protocol.ts'
import type { Context } from '../context.ts'
import { type Appended, createAppender, ReportsUnavailable } from './appending/appender.ts'
import { createVerdictFollower } from './appending/follow-verdicts.ts'
import { createUnpaidRecords } from './appending/unpaid-records.ts'
import type { Report } from './appending/write-reports.ts'
import { type Answered, createDecider, findUnit } from './choosing/decide.ts'
import { createFrequency } from './choosing/frequency.ts'
import { createLatelyDrawn } from './choosing/lately-drawn.ts'
import { createRandomness } from './choosing/randomness.ts'
import type { Place } from './choosing/room.ts'
import { createDatabaseWatch } from './database-watch.ts'
import { createNameKeyOf } from './event-log/name-mask.ts'
import { openEventLog } from './event-log/open-event-log.ts'
import { createPartitioner } from './event-log/partition.ts'
import { createLiveInventory } from './loading/live-inventory.ts'
import { countedSinceIfKnown } from './partitions/behind.ts'
import { decidePreview, findShown, type PreviewDecision } from './previews/preview-decision.ts'
import { readPreviewToken } from './previews/preview-token.ts'
import { createClickAddress } from './requests/click-address.ts'
import { createCountries } from './requests/countries.ts'
import { createInsideRequests } from './requests/inside-requests.ts'
import { openOperatorLists } from './requests/operator-lists.ts'
import { type PlacementRules, refuse, whyMisplaced } from './requests/placement.ts'
import { createRequestCounts, type RequestOutcome } from './requests/request-counts.ts'
import { createRequestLimit } from './requests/request-limit.ts'
import { createEventReader, parseSeenEvent, type Sender } from './requests/seen.ts'
import type { AskedUnit } from './requests/unit-listener.ts'
import { createVisitorOf } from './requests/visitor-of.ts'
import { keepUp } from './upkeep.ts'
import { createTokens, type ReadToken } from './visitors/token.ts'
import { createVisitors } from './visitors/visitor.ts'
import type { Receipts, RejectedReason } from './what-counts.ts'

/**
 * What happened to a report: `taken` when it is in the log; `later` when it is not, or when that is unknown; `failed`
 * after a bug.
 */
export type Taken = 'taken' | 'later' | 'failed'

/** Called with the outcome of a report, and with the receipt if one was requested and can be given. */
type Answer = (outcome: Taken, receipt: string | null) => void

/** What a delivery node tells about itself in the metrics. */
export type DeliveryFigures = {
  /** Answered ad requests, by outcome. */
  requests: Readonly<Record<string, number>>
  /** Reports of visitors' browsers, by what came of them. */
  reports: Readonly<Record<string, number>>
  /** Reports that wait to be appended to the event log. */
  waiting: number
  /** Milliseconds for which the ads in memory have not been brought up to date; 0 while they are. */
  staleMs: number
}

const upkeepMs = 60_000
/** Unit ID for sums of rejections that belong to no unit. */
const nobody = 0
const forged = { ok: false, reason: 'forged' } as const

/** Creates a delivery node, which chooses ads and records what happens to them, for all ways of calling it. */
export function createDeliveryNode(context: Context, receipts: Receipts | null = null) {
  const { config, now, log } = context
  const events = openEventLog(context)
  const visitors = createVisitors(context, { neededSince: () => countedSinceIfKnown(context) })
  const tokens = createTokens(config.secret)
  const random = createRandomness(context)
  const frequency = createFrequency(now)
  const unpaid = createUnpaidRecords(context.randomBytes(32), config.unpaidPerMinute)
  const follower = createVerdictFollower(context, { frequency, unpaid })
  const inventory = createLiveInventory(context, { isCountingLate: follower.isCountingLate })
  const parts = { ...context, events, nameKeyOf: createNameKeyOf(visitors.keyOf) }
  const appender = createAppender(parts, { onAppended: follower.add })
  const database = createDatabaseWatch(context)
  const lists = openOperatorLists(context)
  const inside = createInsideRequests(context)
  const requests = createRequestCounts(context)
  const isWithinLimit = createRequestLimit(
    context.randomBytes(4).readUInt32BE(),
    config.unpaidPerMinute
  )
  const outcomes: { [outcome in RequestOutcome]?: number } = {}
  const reports: Record<string, number> = {}
  const countries = createCountries(config)
  const placement: PlacementRules = {
    isBlockedHost: lists.isBlockedHost,
    allowsLoopback: config.allowPrivateHosts
  }
  /** The inventory is not used once the database has been unreachable for ten minutes. */
  const current = () => (database.isLost() ? null : inventory.current())
  const partitionOf = createPartitioner(config.secret, events.partitions)
  const decide = createDecider({
    config,
    now,
    inventory: current,
    visitors,
    tokens,
    partitionOf,
    random,
    frequency,
    lately: createLatelyDrawn(now),
    visitorOf: createVisitorOf(countries.countryOf)
  })
  const readEvent = createEventReader({
    inventory: inventory.current,
    visitors,
    partitionOf,
    partitions: events.partitions,
    unpaid,
    // The operator's own machines count as a data center, wherever the ad was chosen.
    isDataCentre: address => lists.isDataCentre(address) || inside.isUnpaid(address),
    countryOf: countries.countryOf,
    placement,
    rejectsAutomation: config.mode === 'production',
    isSecure: config.publicUrl.startsWith('https:')
  })
  const upkeep = () => keepUp(context, { visitors, events, inside })
  let timer: NodeJS.Timeout | undefined

  /**
   * Makes a decision, and counts the request if `isCounted` is set. An ad counts as served when its rendering is
   * reported: browsers prefetch ads that they never show, and some ask twice.
   */
  function serveUnit(asked: AskedUnit, isCounted: boolean): Answered {
    if (!isCounted) return answer(asked, false)
    const isOfOperator = inside.take(asked.sender)
    const answered = answer(asked, true)
    countRequest(asked, answered, isOfOperator)
    return answered
  }

  function answer({ unit: id, place, sender }: AskedUnit, isCounted: boolean): Answered {
    const answered = decide({ unit: id, place, ...sender })
    const { decision, shown } = answered
    if (!shown) return answered
    if (inside.isRefused(sender))
      return { decision: refuse(decision, 'inside_address'), shown: null }
    const unit = current()?.units.get(shown.decided.unit)
    const misplaced = unit ? whyMisplaced(unit, sender.host, placement) : null
    if (!misplaced) return answered
    if (isCounted) addRefused(shown.decided.unit, misplaced, sender)
    return { decision: refuse(decision, misplaced), shown: null }
  }

  /**
   * Counts an ad request for its unit, unless the unit is unknown, the request comes from the operator's machine, or
   * its address exceeds the limit.
   */
  function countRequest(
    { unit: id, sender }: AskedUnit,
    { decision, shown }: Answered,
    isOfOperator: boolean
  ): void {
    const outcome = decision.filled ? 'filled' : decision.reason
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (isOfOperator || outcome === 'unit_unknown') return
    const known = inventory.current()
    // The unit is looked up even in an inventory that is too old for choosing ads.
    const unit = shown?.decided.unit ?? (known && findUnit(known, id)?.id)
    const atMs = shown?.decided.issuedAtMs ?? now().getTime()
    if (unit && isWithinLimit(sender.address, atMs)) requests.add(unit, outcome, atMs)
  }

  function addRefused(unit: number, reason: RejectedReason, { address }: Sender): void {
    const isWithin = unpaid.take(unpaid.neighborhoodOf(address), false, now().getTime())
    appender.addRefused(isWithin ? unit : nobody, reason)
  }

  /**
   * Appends a report. A rejected report above its address block's limit is only counted by reason, once a second, and
   * answered at once: sums for each unit and campaign would fill the log as well.
   */
  function append(report: Report, done: Appended): void {
    const { event, isExcess } = report
    const outcome = event.kind === 'rejected' ? `rejected_${event.reason}` : event.kind
    const counted: Appended = failure => {
      countReport(
        failure === null ? outcome : failure instanceof ReportsUnavailable ? 'deferred' : 'failed'
      )
      done(failure)
    }
    if (isExcess && event.kind === 'rejected') {
      appender.addRefused(nobody, event.reason)
      counted(null)
    } else appender.append(report, counted)
  }

  function countReport(outcome: string): void {
    reports[outcome] = (reports[outcome] ?? 0) + 1
  }

  /** Reads a report. Anything other than a seen event is counted as forged, because the ad's script never sends it. */
  function readReport(seen: ReturnType<typeof parseSeenEvent>, sender: Sender): Report {
    const moment = now()
    if (!seen) return readEvent('rendered', forged, sender, moment)
    return readEvent(seen.kind, tokens.read(seen.token, moment), sender, moment, seen)
  }

  function tell(answer: Answer, failure: Error | null, receiptFor?: Report): void {
    const isLater = failure instanceof ReportsUnavailable
    if (failure && !isLater) log.error({ err: failure }, 'a report could not be read')
    const outcome = failure === null ? 'taken' : isLater ? 'later' : 'failed'
    answer(outcome, failure === null && receiptFor ? writeReceipt(receiptFor) : null)
  }

  /** Returns the receipt of a report; null for a forged token, which names no decision. */
  function writeReceipt({ event, receivedAtMs }: Report): string | null {
    if (!event.decided) return null
    const { decision } = event.decided
    const reason = event.kind === 'rejected' ? event.reason : null
    return receipts?.write({ decision, reason, receivedAtMs }) ?? null
  }

  return {
    serveUnit,
    /** Reports whether there is an inventory recent enough for choosing ads. */
    servesAds: () => current() !== null,
    /** Returns what this process has answered since its start, and what it waits for. */
    figures: (): DeliveryFigures => ({
      requests: outcomes,
      reports,
      waiting: appender.waiting(),
      staleMs: Math.max(database.awayMs(), inventory.staleMs())
    }),
    /** Decides what a preview shows, which is never counted. */
    preview(token: string, place: Place): PreviewDecision | PreviewFailure {
      const read = readPreviewToken(config.secret, token, now().getTime())
      if (!read.ok) return read.reason
      const known = current()
      const unit = known?.units.get(read.value.unit)
      const shown = known && findShown(read.value.what, id => known.campaign(id))
      if (!known || !unit || !shown) return 'not_shown'
      const { averageCpm } = known
      return decidePreview({ config, now, random, averageCpm }, unit, shown, place) ?? 'not_shown'
    },
    randomBytes: random.bytes,
    readToken: (token: string): ReadToken => tokens.read(token, now()),

    /** Records a report and calls `answer` once; never throws. */
    takeReport(text: string, sender: Sender, answer: Answer): void {
      let report: Report
      let receiptFor: Report | undefined
      try {
        const seen = parseSeenEvent(text)
        report = readReport(seen, sender)
        if (seen?.wantsReceipt && seen.kind === 'viewable') receiptFor = report
      } catch (error) {
        countReport('failed')
        tell(answer, error as Error)
        return
      }
      append(report, failure => tell(answer, failure, receiptFor))
    },

    /** Records an event that takes place even if it cannot be recorded, in which case a warning is logged. */
    countOrLog(kind: SeenKind | 'clicked', token: ReadToken, sender: Sender): Promise<void> {
      return new Promise((resolve, reject) => {
        append(readEvent(kind, token, sender, now()), failure => {
          if (failure && !(failure instanceof ReportsUnavailable)) return reject(failure)
          if (failure) log.warn({ kind }, 'an event was lost')
          resolve()
        })
      })
    },

    clickAddress: createClickAddress({ ...context, inventory: inventory.current }),

    async start(): Promise<void> {
      await countries.load()
      await upkeep()
      await receipts?.start()
      await inventory.start()
      database.start()
      follower.start()
      requests.start()
      lists.watch()
      timer = setInterval(() => {
        upkeep().catch(error => log.warn({ err: error }, 'the upkeep of delivery failed'))
      }, upkeepMs)
      timer.unref()
    },

    async flush(): Promise<void> {
      await Promise.all([appender.flush(), requests.flush()])
    },
    keepUp: upkeep,
    /** Reads the verdicts on the views reported to this node, as it also does every second. */
    followVerdicts: follower.look,

    async stop(): Promise<void> {
      clearInterval(timer)
      receipts?.stop()
      database.stop()
      lists.stop()
      const counted = requests.stop()
      await inventory.stop()
      await follower.stop()
      try {
        await appender.stop()
      } catch (error) {
        if (!(error instanceof ReportsUnavailable)) throw error
        log.warn('the last second of what was refused was not counted')
      } finally {
        await events.close()
        await counted
      }
    }
  }
}
