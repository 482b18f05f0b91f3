export { takeGivenUp } from './given-up.ts'
export { privacyRoutes } from './routes.ts'
