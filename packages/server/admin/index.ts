export { createAudit } from './audit.ts'
export { adminRoutes } from './routes.ts'
