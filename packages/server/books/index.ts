export { sealBooks } from './seal-books.ts'
export { verifyBooks } from './verify-books.ts'
