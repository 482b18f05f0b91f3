export { billLines } from './bill-lines.ts'
export { createKeptBills, type KeptBills } from './kept-bills.ts'
export { planBill, type Subject } from './plan-bill.ts'
export { billRoutes } from './routes.ts'
