export { trafficSelectionRoutes } from './routes.ts'
