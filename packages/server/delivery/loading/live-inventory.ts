import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../../context.ts'
import { atOneMoment } from '../../db/at-one-moment.ts'
import { type Listener, listenTo } from '../../db/listen.ts'
import { type Campaign, createInventory, type Inventory } from '../choosing/inventory.ts'
import { addChange, type Changes, isAnything, join, noChanges, resolveChanges } from './changes.ts'
import { loadAverageCpm } from './load-average-cpm.ts'
import { loadCampaigns } from './load-campaigns.ts'
import { loadUnits } from './load-snapshot.ts'
import { loadSpending } from './load-spending.ts'
import { createPacer } from './pacer.ts'
import { currentRates } from './rates.ts'

/** Milliseconds for which changes are gathered, so that a burst, such as the steps of one wizard, is read together. */
const gatherMs = 20
const retryMs = 500
/** Milliseconds that a start waits for the listener; after that, the node starts without notifications of changes. */
const longestWaitMs = 3000
/**
 * Interval at which everything is read again, in milliseconds, for changes without notification such as the rate and
 * the day.
 */
const rereadMs = 300_000
const observeMs = 1000
/** Ratio of pause to work: counting what campaigns spend takes at most a tenth of the time. */
const restShare = 10
/** Number of campaigns or units added at a time when a large inventory is built; requests are answered in between. */
const pieceSize = 200

export type LiveInventory = {
  /** Returns the inventory; null until the first one is loaded. */
  current: () => Inventory | null
  /** Milliseconds for which the inventory has not been brought up to date, because reading it fails; 0 while it works. */
  staleMs: () => number
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Options that tests can set. */
type Options = {
  rereadMs?: number
  observeMs?: number
  /** Reports whether counting is behind, in which case it is unknown what CPM campaigns have spent. */
  isCountingLate?: () => boolean
}

/**
 * Keeps the inventory up to date with the database. Notifications over a separate connection name what changed, which
 * is then read again. What CPM campaigns have spent on all nodes is read every second.
 */
export function createLiveInventory(
  context: Pick<Context, 'db' | 'config' | 'connection' | 'log' | 'now'>,
  options: Options = {}
): LiveInventory {
  const timing = { rereadMs, observeMs, ...options }
  const { db, log, now } = context
  const stopping = new AbortController()
  const pacer = createPacer(options.isCountingLate)
  /** Campaigns whose terms will change by themselves, and when. */
  const termsUntil = new Map<number, Date>()
  let inventory: Inventory | null = null
  let changes: Changes = noChanges()
  /** Changes that arrived while everything is being read, which may be newer than what was read. */
  let meanwhile: Changes = noChanges()
  let isWorking = false
  let isReading = false
  let isStale = false
  /** When reading began to fail, by `performance.now()`; null while it works. */
  let failingSince: number | null = null
  let working = Promise.resolve()
  let reading = Promise.resolve()
  let loops: Promise<void>[] = []
  let listener: Listener | undefined

  function onChange(what: string): void {
    addChange(meanwhile, what)
    if (!addChange(changes, what)) readAgain()
    if (!isWorking) working = catchUp()
  }

  function readAgain(): void {
    isStale = true
    if (!isReading) reading = readWhileStale()
  }

  async function catchUp(): Promise<void> {
    isWorking = true
    while (isAnything(changes) && !stopping.signal.aborted) {
      await pause(gatherMs)
      const taken = changes
      // The list is replaced before reading, so that changes during the reading cause another round.
      changes = noChanges()
      try {
        await readChanged(taken)
      } catch (error) {
        log.warn({ err: error }, 'a change could not be read')
        readAgain()
        await pause(retryMs)
      }
    }
    isWorking = false
  }

  async function readWhileStale(): Promise<void> {
    isReading = true
    while (isStale && !stopping.signal.aborted) {
      isStale = false
      try {
        await readAll()
        failingSince = null
      } catch (error) {
        failingSince ??= performance.now()
        log.warn({ err: error }, 'the inventory could not be read and stays as it was')
        isStale = true
        await pause(retryMs)
      }
    }
    isReading = false
  }

  /**
   * Reads everything, which takes a second or two in a large network. Changes meanwhile go into the old inventory, and
   * afterwards into the new one.
   */
  async function readAll(): Promise<void> {
    meanwhile = noChanges()
    const read = await atOneMoment(db, async tx => ({
      averageCpm: await loadAverageCpm(tx, now()),
      units: await loadUnits(tx, 'all'),
      campaigns: await loadCampaigns(tx, context, 'all')
    }))
    const next = createInventory(read.averageCpm)
    termsUntil.clear()
    for (const [index, unit] of read.units.entries()) {
      if (index % pieceSize === 0) await breathe()
      next.putUnit(unit)
    }
    for (const [index, campaign] of read.campaigns.entries()) {
      if (index % pieceSize === 0) await breathe()
      next.putCampaign(campaign, pacer.standing(campaign, now().getTime(), currentRates()))
      expectTerms(campaign)
    }
    inventory = next
    changes = join(changes, meanwhile)
    if (isAnything(changes) && !isWorking) working = catchUp()
  }

  async function readChanged(taken: Changes): Promise<void> {
    const owners = [...taken.publishers.union(taken.accounts)]
    const read = await atOneMoment(db, async tx => {
      const campaignIds = await resolveChanges(tx, taken)
      return {
        campaignIds,
        campaigns: campaignIds.length > 0 ? await loadCampaigns(tx, context, campaignIds) : [],
        units: taken.units.size > 0 ? await loadUnits(tx, { ids: [...taken.units] }) : [],
        ofSites: taken.sites.size > 0 ? await loadUnits(tx, { sites: [...taken.sites] }) : [],
        ofPublishers: owners.length > 0 ? await loadUnits(tx, { owners }) : []
      }
    })
    if (!inventory) return
    const found = new Set(read.campaigns.map(it => it.id))
    for (const id of read.campaignIds) if (!found.has(id)) inventory.dropCampaign(id)
    for (const campaign of read.campaigns) {
      inventory.putCampaign(campaign, pacer.standing(campaign, now().getTime(), currentRates()))
      expectTerms(campaign)
    }
    const units = new Set(read.units.map(it => it.id))
    for (const id of taken.units) if (!units.has(id)) inventory.dropUnit(id)
    for (const unit of [...read.units, ...read.ofSites, ...read.ofPublishers])
      inventory.putUnit(unit)
  }

  function expectTerms({ id, termsUntil: until }: Campaign): void {
    if (until) termsUntil.set(id, until)
    else termsUntil.delete(id)
  }

  /** Reads terms that were set for later once they take effect. */
  function applyDueTerms(): void {
    for (const [id, until] of termsUntil) {
      if (until > now()) continue
      termsUntil.delete(id)
      onChange(`campaign ${id}`)
    }
  }

  async function observe(): Promise<void> {
    const seen = inventory
    if (!seen) return
    const isIdle = seen.takeDrawn() === 0
    const fresh = await loadSpending(context, seen)
    pacer.observe(seen, fresh, { nowMs: now().getTime(), rates: currentRates(), isIdle })
  }

  async function observeAlways(): Promise<void> {
    while (!stopping.signal.aborted) {
      const started = performance.now()
      try {
        await observe()
      } catch (error) {
        log.warn({ err: error }, 'what campaigns have spent could not be read')
      }
      await pause(Math.max(timing.observeMs, (performance.now() - started) * restShare))
    }
  }

  async function rereadAlways(): Promise<void> {
    let day = dayNumber(now())
    let readAt = performance.now()
    while (!stopping.signal.aborted) {
      await pause(Math.min(1000, timing.rereadMs))
      applyDueTerms()
      const isNewDay = dayNumber(now()) !== day
      if (!isNewDay && performance.now() - readAt < timing.rereadMs) continue
      day = dayNumber(now())
      readAt = performance.now()
      readAgain()
    }
  }

  /** Waits; ends early when the inventory stops. */
  async function pause(ms: number): Promise<void> {
    if (stopping.signal.aborted) return
    await sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
  }

  return {
    current: () => inventory,
    staleMs: () => (failingSince === null ? 0 : performance.now() - failingSince),

    async start() {
      // The listener starts before the first reading, so that no change in between is missed.
      listener = listenTo(context, 'inventory', { onNote: onChange, onConnect: readAgain })
      await Promise.race([listener.ready, pause(longestWaitMs)])
      await reading
      if (!inventory) await readAll()
      loops = [observeAlways(), rereadAlways()]
    },

    async stop() {
      stopping.abort()
      await listener?.stop()
      await Promise.all([...loops, working, reading])
    }
  }
}

function dayNumber(moment: Date): number {
  return Math.floor(moment.getTime() / dayMs)
}
