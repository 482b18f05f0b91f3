export { adUnitIdsOf, archiveAdUnitsOf } from './queries.ts'
export { adUnitRoutes } from './routes.ts'
export { tellUnhealthy } from './unhealthy.ts'
