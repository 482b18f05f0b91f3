export { legalRoutes } from './routes.ts'
