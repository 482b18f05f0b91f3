export {
  type AccountRef,
  adUnitAccount,
  campaignAccount,
  networkAccount,
  orderAccount,
  userAccount
} from './accounts.ts'
export { type Check, firstProblem, type Verdict, verdictOf } from './first-problem.ts'
export {
  endHolds,
  expireHolds,
  hold,
  holdAll,
  type NewHold,
  postHold,
  voidHold
} from './holds.ts'
export type { NewTransfer } from './plan.ts'
export { balances, entriesOf, hasMoneyOn, lockBalances, transfersNamed } from './queries.ts'
export { requestChecks } from './request-checks.ts'
export { transfer, transferNow } from './transfer.ts'
export { verifyLedger } from './verify.ts'
