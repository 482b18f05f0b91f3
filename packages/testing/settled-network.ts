import type { Context } from '@mille/server/context.ts'
import { settleDue } from '@mille/server/settlement/index.ts'
import { createTestNetwork } from '@mille/server/settlement/testing/network.ts'
import { testNetworks } from '@mille/server/settlement/testing/networks.ts'
import { createTestContext } from './test-context.ts'

/** For domains that build on settlement: networks whose windows are settled, and whose books must hold after each test. */
export const settledNetworks = () => testNetworks(createTestContext)

/** One in a context of the caller's, whose books it may break. */
export const createSettledNetwork = (context: Context) => createTestNetwork(context)

type SettledNetwork = Awaited<ReturnType<ReturnType<typeof settledNetworks>>>

/**
 * Two campaigns that were settled for the first unit: the first one by an earlier version, at 10:00, and both together since,
 * at 12:00.
 */
export async function settleAsBeforeAndSince(network: SettledNetwork): Promise<[number, number]> {
  const { context, first } = network
  const old = await network.createCampaign()
  const ids: [number, number] = [
    old,
    await network.createCampaign({ from: '2026-03-02T12:00:00Z' })
  ]
  await network.count(old, '2026-03-02T10:00:00Z', first, 2n)
  context.clock.set('2026-03-02T12:00:01Z')
  await settleDue(context)
  await network.writeAsBefore()
  for (const id of ids) await network.count(id, '2026-03-02T12:00:00Z', first, 2n)
  context.clock.set('2026-03-02T14:00:01Z')
  await settleDue(context)
  return ids
}
