export { fundByDeposit } from './funds.ts'
export { decideCreative, readReviewQueue } from './moderation.ts'
export { campaignRoutes } from './routes.ts'
export { runOutOfFunds, tellLowFunds } from './state.ts'
