export { fireDeadlines } from './deadlines.ts'
export { serveLogos } from './logo-file.ts'
export { marketplaceRoutes } from './routes.ts'
export { tidyMarketplace } from './tidy.ts'
