import type { SeenKind } from '@mille/api/delivery/protocol.ts'
import type { Context } from '../context.ts'
import { type Answered, createDecider } from './choosing/decide.ts'
import { createFrequency } from './choosing/frequency.ts'
import { createRandomness } from './choosing/randomness.ts'
import { CountingUnavailable, createCounting } from './counting/counting.ts'
import type { CountedEvent } from './counting/rules.ts'
import { createDatabaseWatch } from './database-watch.ts'
import { createLiveInventory } from './loading/live-inventory.ts'
import { findCreativeLink } from './requests/creative-queries.ts'
import { openOperatorLists } from './requests/operator-lists.ts'
import { type PlacementRules, refuse, whyMisplaced } from './requests/placement.ts'
import { createEventReader, parseSeenEvent, type Sender } from './requests/seen.ts'
import type { AskedUnit } from './requests/unit-listener.ts'
import { keepUp } from './upkeep.ts'
import { createTokens, type ReadToken } from './visitors/token.ts'
import { createVisitors } from './visitors/visitor.ts'

const upkeepMs = 60_000

/** What a node knows and does, whichever way it is asked: chooses ads, and counts what becomes of them. */
export function createDeliveryNode(context: Context) {
  const { config, now, log } = context
  const inventory = createLiveInventory(context)
  const visitors = createVisitors(context)
  const tokens = createTokens(config.secret)
  const random = createRandomness(context)
  const frequency = createFrequency(now)
  const counting = createCounting(context, {
    onCounted(counted) {
      for (const { view, isCharged } of counted)
        frequency.remember(view.called, view.decided.campaign, isCharged)
    }
  })
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
    frequency
  })
  const readEvent = createEventReader({
    now,
    inventory: inventory.current,
    visitors,
    isDataCentre: lists.isDataCentre,
    placement,
    rejectsAutomation: config.mode === 'production',
    isSecure: config.publicUrl.startsWith('https:')
  })
  let timer: NodeJS.Timeout | undefined

  /** Decides, and counts what is served or refused where it is asked to. */
  function serveUnit({ unit: id, width, sender }: AskedUnit, isCounted: boolean): Answered {
    const answered = decide({ unit: id, width, ...sender })
    const { decision, shown } = answered
    if (!shown) return answered
    const unit = current()?.units.get(shown.decided.unit)
    const misplaced = unit ? whyMisplaced(unit, sender.host, placement) : null
    if (isCounted) {
      if (misplaced) counting.addRefused(shown.decided.unit, misplaced)
      else counting.addServed(shown.decided)
    }
    return misplaced ? { decision: refuse(decision, misplaced), shown: null } : answered
  }

  /** Whatever is not a seen event is counted as forged: nothing of ours sends it. */
  function readReport(text: string, sender: Sender): CountedEvent {
    const seen = parseSeenEvent(text)
    if (!seen) return { kind: 'rejected', reason: 'forged', decided: null }
    return readEvent(seen.kind, tokens.read(seen.token, now()), sender, seen)
  }

  return {
    serveUnit,
    randomBytes: random.bytes,
    readToken: (token: string): ReadToken => tokens.read(token, now()),

    /** `taken` once it is committed; `later` when it is not, or nobody knows. */
    async takeReport(text: string, sender: Sender): Promise<'taken' | 'later' | 'failed'> {
      try {
        await counting.count(readReport(text, sender))
        return 'taken'
      } catch (error) {
        if (error instanceof CountingUnavailable) return 'later'
        log.error({ err: error }, 'a report could not be read')
        return 'failed'
      }
    },

    /** What happens whether or not it can be counted. */
    async countOrLog(kind: SeenKind | 'clicked', token: ReadToken, sender: Sender): Promise<void> {
      try {
        await counting.count(readEvent(kind, token, sender))
      } catch (error) {
        if (!(error instanceof CountingUnavailable)) throw error
        log.warn({ kind }, 'an event was lost')
      }
    },

    /** Never from the address: the campaign's live creative, or the one that was live when the ad was shown. */
    linkOf(campaign: number, creative: number): Promise<string | null> | string {
      const live = inventory.current()?.campaign(campaign)?.creative
      return live?.id === creative ? live.link : findCreativeLink(context.db, creative)
    },

    async start(): Promise<void> {
      await keepUp(context, visitors)
      await inventory.start()
      database.start()
      lists.watch()
      timer = setInterval(() => {
        keepUp(context, visitors).catch(error =>
          log.warn({ err: error }, 'the upkeep of delivery failed')
        )
      }, upkeepMs)
      timer.unref()
    },

    flush: counting.flush,

    async stop(): Promise<void> {
      clearInterval(timer)
      database.stop()
      lists.stop()
      await inventory.stop()
      try {
        await counting.stop()
      } catch (error) {
        if (!(error instanceof CountingUnavailable)) throw error
        log.warn('the last second of what was served was not counted')
      }
    }
  }
}
