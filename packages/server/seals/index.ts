export {
  maxAccepted,
  type SealRange,
  saveAcceptance,
  whyNotAcceptable
} from './accept-seals.ts'
export { type BookTotals, type PeriodSums, readBookPeriods, readBookTotals } from './book-days.ts'
export {
  type LedgerCheckRow,
  ledgerCheckTask,
  readLedgerCheck,
  requestLedgerCheck,
  runLedgerCheck
} from './ledger-checks.ts'
export { isSecretOfOldSeals, lastSealedAt, sealBooks } from './seal-books.ts'
export { type BooksVerdict, verifyBooks } from './verify-books.ts'
