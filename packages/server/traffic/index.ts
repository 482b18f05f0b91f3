export { guardedFetch } from './guarded-fetch.ts'
export { pageAnalysisRoutes } from './page-analysis-routes.ts'
export { isPublicHost } from './public-address.ts'
export {
  findOwnSite,
  findOwnSite,
  findOwnSiteByName,
  findOwnSiteByName,
  readVerifiedAt
} from './queries.ts'
export { countUnreviewedSites } from './review-queries.ts'
export { siteReviewRoutes } from './review-routes.ts'
export { trafficRoutes } from './routes.ts'
export { siteOf } from './site-rules.ts'
export { walkHtml } from './walk-html.ts'
