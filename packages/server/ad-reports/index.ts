export { countReportedCreatives, forgetReporters } from './queries.ts'
export { adReportRoutes } from './routes.ts'
