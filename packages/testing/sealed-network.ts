import { createSealedNetwork as create } from '@mille/server/public-log/testing/sealed-network.ts'

/**
 * Creates a network whose settled hours are in its public log and whose ledger is complete, for domains that build on
 * the log.
 */
export const createSealedNetwork = () => create({ isPaidFor: true })
