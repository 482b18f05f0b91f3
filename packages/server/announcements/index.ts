export { announce } from './announce.ts'
export { forgetDismissals } from './queries.ts'
export { announcementRoutes } from './routes.ts'
