import type { Context } from '@mille/server/context.ts'
import { createTestNetwork } from '@mille/server/settlement/testing/network.ts'
import { testNetworks } from '@mille/server/settlement/testing/networks.ts'
import { createTestContext } from './test-context.ts'

/** Creates networks with settled settlement periods, whose ledgers are checked after each test. */
export const settledNetworks = () => testNetworks(createTestContext)

/** Creates a network in the caller's context, whose ledger the caller may corrupt. */
export const createSettledNetwork = (context: Context) => createTestNetwork(context)
