export { announce } from './announce.ts'
export { announcementRoutes } from './routes.ts'
