export { addEarnings, type Placement } from './add-earnings.ts'
export { holdForReview } from './hold-for-review.ts'
export { payMatured } from './mature.ts'
export {
  readAcceptedReasons,
  readHeldByNetwork,
  readReleases,
  readUnderReview,
  type UnderReview
} from './review-queries.ts'
export { earningRoutes } from './routes.ts'
export { countScores, endSlowStarts } from './slow-starts.ts'
export { verifyEarnings } from './verify.ts'
