export { createReceipts } from './create-receipts.ts'
export { createReceiptKey, rewrapReceiptKeys } from './receipt-keys.ts'
export { serveReceipts } from './routes.ts'
