export {
  isWaitingForLog,
  type LoggedSeal,
  readLoggedAcceptances,
  readLoggedSeals,
  waitingSeals
} from './book-seals.ts'
export { canonicalJson, type Json } from './canonical-json.ts'
export { chargeEntry } from './charge.ts'
export { type Checkpoint, openCheckpoint } from './checkpoint.ts'
export { checkpointNote } from './checkpoint-note.ts'
export { beginWithNewKeys, type Epoch, readEpoch, readEpochs, vkeyOf } from './epochs.ts'
export { findCheckpoint, readBillEntries } from './for-bills.ts'
export { readReceiptEntries } from './for-receipts.ts'
export {
  rewrapKeys,
  UnreadableLogKeys,
  unwrapSecrets,
  wrappedBy,
  wrapSecrets
} from './keys.ts'
export { type LeafRange, leafHash, nodeHash, rootOf, sha256 } from './merkle.ts'
export { type OpenedCharge, openCharges } from './open-charges.ts'
export { auditPath, hashesOf, isConsistent, rangePath, rootByInclusion } from './proofs.ts'
export type { StoredCheckpoint } from './read-log.ts'
export {
  createNodeReader,
  proveConsistency,
  proveInclusion,
  readCheckpoint,
  readEntries
} from './read-log.ts'
export { readViews } from './read-views.ts'
export { publicLogRoutes, servePublicLog } from './routes.ts'
export { openPublicLog, sealCharges } from './seal.ts'
export { firstUnsealed } from './settled-charges.ts'
export { findAnchoredText, shownAnchors } from './shown-anchors.ts'
export {
  isSignatureOf,
  publicKeyOf,
  readPrivateKey,
  readVkey,
  type Verifier
} from './signed-note.ts'
export { isInLog, type ProvenLog, verifyPublicLog } from './verify.ts'
export { leafBytes } from './view-leaves.ts'
export { readHashes, witnessLog } from './witness.ts'
