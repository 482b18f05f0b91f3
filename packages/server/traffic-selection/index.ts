export { trafficSelectionRoutes } from './routes.ts'
export { findPackId, type NewPackTarget, savePack } from './save-pack.ts'
