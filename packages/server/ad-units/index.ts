export { adUnitRoutes } from './routes.ts'
export { tellUnhealthy } from './unhealthy.ts'
