import type { Database } from '@mille/server/db/connect.ts'
import { addCampaign, addUnit } from '@mille/server/delivery/testing/network.ts'
import type { Random } from '@mille/testing/random.ts'
import { cheats } from './cheats.ts'
import type { Look } from './look.ts'
import { type Audience, lookAsPeople } from './people.ts'

/** Options of a simulated day. Views come only in every `everyHours`th hour, which takes less time. */
export type FraudOptions = { seed: number; honest: number; false: number; everyHours: number }

export type Plan = {
  who: string
  /** `crowded`: people whose views are partly rejected because of a known limitation. */
  kind: 'people' | 'crowded' | 'fraud'
  unit: number
  looks: Look[]
}

/** Number of ad units with each audience. */
const honestUnits: readonly [Audience, number][] = [
  ['mixed', 6],
  ['regional', 2],
  ['office', 2]
]
/** Share of ads that are seen: seven in ten. */
const seenShare = 0.7

/**
 * Plans ten honest ad units, a busy one whose readers are behind one address, and one for each kind of fraud with a
 * quarter of honest views.
 */
export async function planDay(
  db: Database,
  random: Random,
  options: FraudOptions
): Promise<Plan[]> {
  // There are so many campaigns that a frequent visitor has not seen all of them.
  for (let nth = 0; nth < 40; nth++) await addCampaign(db)
  const plans: Plan[] = []

  async function addPeople(who: string, kind: Plan['kind'], count: number, audience: Audience) {
    const { id } = await addUnit(db, { kind: 'app' })
    const looks = lookAsPeople(id, Math.ceil(count / seenShare), audience, random)
    plans.push({ who, kind, unit: id, looks })
  }

  for (const [audience, units] of honestUnits)
    for (let nth = 1; nth <= units; nth++)
      await addPeople(`people, ${audience} ${nth}`, 'people', options.honest / 10, audience)
  await addPeople('people, one address', 'crowded', options.honest / 5, 'crowded')
  for (const [who, cheat] of Object.entries(cheats)) {
    const { id } = await addUnit(db, { kind: 'site' })
    const looks = Array.from({ length: options.false }, (_, nth) => cheat(id, nth, random))
    const beside = Math.ceil(options.false / 4 / seenShare)
    looks.push(...lookAsPeople(id, beside, 'mixed', random))
    plans.push({ who, kind: 'fraud', unit: id, looks })
  }
  return plans
}
