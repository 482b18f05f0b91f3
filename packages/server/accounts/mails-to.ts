import type { Eased } from '../http/limits/ask-captcha.ts'
import { freeOfCaptcha, limits } from '../http/limits/limits.ts'

/** Limit on emails with a code or a link to one address, regardless of who requests them. */
export const mailsTo = (email: string): Eased => ({
  limit: limits.codeRequestsByEmail,
  free: freeOfCaptcha.codeRequestsByEmail,
  subject: email
})
