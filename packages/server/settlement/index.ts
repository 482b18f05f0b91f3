export { settlementLock } from './lock.ts'
export { closeCounting } from './queries.ts'
export { settleDue } from './settle.ts'
export { verifySettlements } from './verify.ts'
