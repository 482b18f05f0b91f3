export { countBillableOfSite, isOwner } from './queries.ts'
export { statisticsRoutes } from './routes.ts'
export { trafficStatisticsRoutes } from './traffic-routes.ts'
