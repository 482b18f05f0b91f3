export { type BlockRuleRow, listBlockRulesOf } from './block-rule-queries.ts'
export { adUnitIdsOf, archiveAdUnitsOf, countActiveUnits, findPlace } from './queries.ts'
export { adUnitRoutes } from './routes.ts'
export { notifyOfUnhealthy } from './unhealthy.ts'
