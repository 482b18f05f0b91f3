export { readLatestWindows } from './latest-windows.ts'
export { campaignsPaying, hasUnsettledViews, readProgress } from './queries.ts'
export { settleDue } from './settle.ts'
export {
  readSharesSummedUntil,
  shareSumChecks,
  shareSums,
  sumShares
} from './share-sums.ts'
export type { Unproven } from './unproven.ts'
export { verifySettlements } from './verify.ts'
export { countChecks, findCountProblem } from './verify-counts.ts'
export { sourceChecks } from './verify-sources.ts'
