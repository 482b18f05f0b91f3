export { consents } from './consents.ts'
export { legalRoutes } from './routes.ts'
