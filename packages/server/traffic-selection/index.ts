export { findForSale } from './for-sale.ts'
export { trafficSelectionRoutes } from './routes.ts'
export { findPackId, savePack } from './save-pack.ts'
