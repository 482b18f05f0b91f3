export { forgetReporters, readReportedQueue } from './queries.ts'
export { adReportRoutes } from './routes.ts'
