export { adUnitIdsOf, archiveAdUnitsOf, findPlace, listBlockedDomains } from './queries.ts'
export { adUnitRoutes } from './routes.ts'
export { notifyOfUnhealthy } from './unhealthy.ts'
