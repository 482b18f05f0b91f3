export { revokeKeys } from './queries.ts'
export { apiKeyRoutes, findKey, keyPrefix } from './routes.ts'
