export { campaignsPaying, hasUnsettledViews, readProgress } from './queries.ts'
export { settleDue } from './settle.ts'
export { verifySettlements } from './verify.ts'
export { countChecks, findCountProblem } from './verify-counts.ts'
