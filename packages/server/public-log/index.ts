export { canonicalJson, type Json } from './canonical-json.ts'
export { beginWithNewKeys, type Epoch, readEpoch, vkeyOf } from './epochs.ts'
export { findCheckpoint, readFeeEntries } from './for-bills.ts'
export { rewrapKeys, UnreadableLogKeys } from './keys.ts'
export { type LeafRange, leafHash, rootOf } from './merkle.ts'
export { type OpenedCharge, openCharges } from './open-charges.ts'
export { hashesOf, rangePath } from './proofs.ts'
export type { StoredCheckpoint } from './read-log.ts'
export {
  createNodeReader,
  proveConsistency,
  readCheckpoint
} from './read-log.ts'
export { readViews } from './read-views.ts'
export { publicLogRoutes, servePublicLog } from './routes.ts'
export { openPublicLog, sealCharges } from './seal.ts'
export { publicLogProblem } from './verify.ts'
export { leafBytes } from './view-leaves.ts'
export { witnessLog } from './witness.ts'
