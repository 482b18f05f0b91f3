import { createSealedNetwork as create } from '@mille/server/public-log/testing/sealed-network.ts'

/** For domains that build on the public log: a network whose settled hours are in it, and whose whole books hold. */
export const createSealedNetwork = () => create({ isPaidFor: true })
