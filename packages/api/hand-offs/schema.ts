import { z } from 'zod'
import { document, moment, resource } from '../schema.ts'

/** A secret of 256 bits in base64url. */
const secret = z.string().regex(/^[\w-]{43}$/, { error: 'must be 43 characters of base64url' })
/** An origin as browsers write it: scheme, host, and port, with nothing after them. */
const origin = z
  .string()
  .max(300)
  .refine(value => URL.canParse(value) && new URL(value).origin === value, {
    error: 'must be an origin'
  })

export const handOffInput = z.object({
  origin,
  /** SHA-256 of the verifier, in base64url (RFC 7636). */
  challenge: secret
})
export const exchangeInput = z.object({ code: secret, verifier: secret })

export const handOffDocument = document(
  resource('handoffs', z.object({ code: secret, expires_at: moment }))
)

/** Enough to greet a user and to open their feedback board. It contains no email address, balance, or role. */
const widgetUserFields = { name: z.string(), feedback_url: z.string().nullable() }
export const widgetUser = resource('widget_users', z.object(widgetUserFields))
export const widgetUserDocument = document(widgetUser)
export const widgetSession = resource(
  'widget_sessions',
  z.object({ ...widgetUserFields, user_id: z.string(), token: secret, expires_at: moment })
)
export const widgetSessionDocument = document(widgetSession)
