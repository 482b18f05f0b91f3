export { couponCodesOf } from './queries.ts'
export { claimCoupon, halvesFee, redeemCoupon } from './redeem.ts'
export { couponRoutes } from './routes.ts'
export { verifyCoupons } from './verify.ts'
