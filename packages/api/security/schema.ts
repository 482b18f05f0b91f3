import { z } from 'zod'
import { document, idInput, moment, resource } from '../schema.ts'

export const sessionInput = z.object({ id: idInput })
export const session = resource(
  'sessions',
  z.object({
    /** The browser, such as `Firefox on Linux`, or the user agent if it is not recognized. */
    browser: z.string(),
    created_at: moment,
    last_seen_at: moment,
    is_current: z.boolean()
  })
)
export const sessionList = z.object({ data: z.array(session) })

const stepUpMethods = ['mail', 'passkey', 'account_code'] as const
/** Methods with which a signed-in user can confirm their identity, and until when the last confirmation is valid. */
export const stepUp = document(
  resource(
    'step_ups',
    z.object({
      methods: z.array(z.enum(stepUpMethods)),
      valid_until: moment.nullable()
    })
  )
)
export const stepUpInput = z.object({ access_code: z.string().max(200) })

export const accountCode = z.object({
  data: z.null(),
  meta: z.object({ access_code: z.string() })
})
