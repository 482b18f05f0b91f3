import type { Context } from '@mille/server/context.ts'
import { atOneMoment } from '@mille/server/db/at-one-moment.ts'
import type { Visitor } from '@mille/server/delivery/choosing/audience.ts'
import { type Asked, createDecider } from '@mille/server/delivery/choosing/decide.ts'
import type { Frequency } from '@mille/server/delivery/choosing/frequency.ts'
import { createInventory } from '@mille/server/delivery/choosing/inventory.ts'
import { createLatelyDrawn } from '@mille/server/delivery/choosing/lately-drawn.ts'
import { createRandomness } from '@mille/server/delivery/choosing/randomness.ts'
import { createNameKeyOf, type NameKeyOf } from '@mille/server/delivery/event-log/name-mask.ts'
import type { PartitionOf } from '@mille/server/delivery/event-log/partition.ts'
import { loadCampaigns } from '@mille/server/delivery/loading/load-campaigns.ts'
import { loadUnits } from '@mille/server/delivery/loading/load-snapshot.ts'
import { loadSpending } from '@mille/server/delivery/loading/load-spending.ts'
import { createPacer } from '@mille/server/delivery/loading/pacer.ts'
import { currentRates } from '@mille/server/delivery/loading/rates.ts'
import { countedSince } from '@mille/server/delivery/partitions/behind.ts'
import { createTokens } from '@mille/server/delivery/visitors/token.ts'
import { createVisitors, type NamesOf } from '@mille/server/delivery/visitors/visitor.ts'

export type DatabaseNode = {
  decide: ReturnType<typeof createDecider>
  namesOf: (address: string, userAgent: string) => NamesOf
  nameKeyOf: NameKeyOf
  /** Reads all units and campaigns again. */
  refresh: () => Promise<void>
  /** Reads what campaigns have spent, as a node does every second. */
  observe: () => Promise<void>
}

type Parts = {
  partitionOf?: PartitionOf
  visitorOf?: (asked: Asked) => Visitor
  frequency?: Pick<Frequency, 'seenBy'>
}

/**
 * Starts a delivery process on a real database, without timers: it reads when the caller says so, and decides from
 * memory.
 */
export async function startNode(
  context: Context,
  {
    partitionOf = () => 0,
    visitorOf = () => ({ country: null, device: 'other', system: 'other' }),
    frequency = { seenBy: () => null }
  }: Parts = {}
): Promise<DatabaseNode> {
  const visitors = createVisitors(context, { neededSince: () => countedSince(context) })
  const pacer = createPacer()
  let inventory = createInventory()

  async function refresh(): Promise<void> {
    await visitors.refresh()
    const now = context.now()
    const read = await atOneMoment(context.db, async tx => ({
      units: await loadUnits(tx, 'all'),
      campaigns: await loadCampaigns(tx, context, 'all')
    }))
    inventory = createInventory()
    for (const unit of read.units) inventory.putUnit(unit)
    pacer.observe(inventory, read.campaigns, {
      nowMs: now.getTime(),
      rates: currentRates(),
      isIdle: false
    })
  }

  async function observe(): Promise<void> {
    const isIdle = inventory.takeDrawn() === 0
    const campaigns = await loadSpending(context, inventory)
    const nowMs = context.now().getTime()
    pacer.observe(inventory, campaigns, { nowMs, rates: currentRates(), isIdle })
  }

  await refresh()
  const decide = createDecider({
    config: { publicUrl: 'https://ads.example' },
    now: context.now,
    inventory: () => inventory,
    visitors,
    tokens: createTokens(context.config.secret),
    partitionOf,
    random: createRandomness(context),
    frequency,
    lately: createLatelyDrawn(context.now),
    visitorOf
  })
  const nameKeyOf = createNameKeyOf(visitors.keyOf)
  return { decide, namesOf: visitors.namesOf, nameKeyOf, refresh, observe }
}
