export { billLines } from './bill-lines.ts'
export { planBill, type Subject } from './plan-bill.ts'
export { billRoutes } from './routes.ts'
