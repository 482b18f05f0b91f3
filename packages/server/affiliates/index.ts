export { partnersOf } from './queries.ts'
export { referralOf } from './referral.ts'
