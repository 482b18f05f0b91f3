export { couponCodesOf } from './queries.ts'
export { claimCoupon, halvesFee, isGift, redeemCoupon } from './redeem.ts'
export { couponRoutes } from './routes.ts'
export { verifyCoupons } from './verify.ts'
