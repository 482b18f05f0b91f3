import type { Context } from '@mille/server/context.ts'
import { createTestNetwork } from '@mille/server/settlement/testing/network.ts'
import { testNetworks } from '@mille/server/settlement/testing/networks.ts'
import { createTestContext } from './test-context.ts'

/** For domains that build on settlement: networks whose windows are settled, and whose books must hold after each test. */
export const settledNetworks = () => testNetworks(createTestContext)

/** One in a context of the caller's, whose books it may break. */
export const createSettledNetwork = (context: Context) => createTestNetwork(context)
