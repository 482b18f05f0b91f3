export { statisticsRoutes } from './routes.ts'
export { trafficStatisticsRoutes } from './traffic-routes.ts'
