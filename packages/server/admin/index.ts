export { mailActs } from './act-notices.ts'
export { createAudit } from './audit.ts'
export { adminRoutes } from './routes.ts'
