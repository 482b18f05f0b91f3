export { trafficSelectionRoutes } from './routes.ts'
export { findPackId, savePack } from './save-pack.ts'
