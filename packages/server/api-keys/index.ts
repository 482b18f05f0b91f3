export { apiKeyRoutes, findKey, keyPrefix } from './routes.ts'
