export { openBooksRoutes } from './routes.ts'
