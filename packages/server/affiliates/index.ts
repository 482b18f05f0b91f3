export { createPartnerClicks, forgetPartnerClicks } from './clicks.ts'
export { partnersOf } from './queries.ts'
export { referralOf } from './referral.ts'
export { affiliateRoutes } from './routes.ts'
