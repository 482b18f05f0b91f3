export { addEarnings, earningOf } from './add-earnings.ts'
export { payMatured } from './mature.ts'
export { earningRoutes } from './routes.ts'
export { verifyEarnings } from './verify.ts'
