export { countReportedOf, forgetReporters, listReportsAbout, readReportedQueue } from './queries.ts'
export { adReportRoutes } from './routes.ts'
