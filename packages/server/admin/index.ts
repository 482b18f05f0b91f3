export { mailActs } from './act-notices.ts'
export { createAudit } from './audit.ts'
export { forgetNotes, notesTable } from './notes.ts'
export { adminRoutes } from './routes.ts'
