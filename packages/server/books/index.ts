export {
  maxAccepted,
  type SealRange,
  saveAcceptance,
  whyNotAcceptable
} from './accept-seals.ts'
export { type BookTotals, type PeriodSums, readBookTotals } from './book-days.ts'
export { isSecretOfOldSeals, sealBooks } from './seal-books.ts'
export { verifyBooks } from './verify-books.ts'
