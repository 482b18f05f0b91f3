import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type WidgetUser = z.infer<typeof schema.widgetUser>
export type WidgetSession = z.infer<typeof schema.widgetSession>

/* Signing in on another site (docs/decisions/059): the site's widget opens the network's sign-in page in a window.
   When the user has signed in and agreed, that page creates a hand-off and passes its code to the site. The widget
   exchanges the code for a short session that can only identify the user. */

export const createHandOff = endpoint<
  z.input<typeof schema.handOffInput>,
  z.infer<typeof schema.handOffDocument>
>({
  method: 'POST',
  path: '/api/v1/user/handoffs',
  statuses: [201],
  auth: 'user',
  whileSuspended: true,
  type: 'handoffs',
  errors: ['origin_not_allowed', 'too_many_requests'],
  summary:
    'Creates a code that works once, for 60 seconds, from that origin, and only with the verifier'
})

export const exchangeHandOff = endpoint<
  z.input<typeof schema.exchangeInput>,
  z.infer<typeof schema.widgetSessionDocument>
>({
  method: 'POST',
  path: '/api/v1/user/handoffs/exchange',
  statuses: [201],
  auth: 'public',
  type: 'handoff_exchanges',
  crossOrigin: true,
  errors: ['origin_not_allowed', 'handoff_invalid', 'too_many_requests'],
  summary: 'Exchanges a hand-off code for a widget session of 15 minutes'
})

/** Requires `Authorization: Bearer` with the token from the exchange. */
export const readWidgetSession = endpoint<
  Record<never, never>,
  z.infer<typeof schema.widgetUserDocument>
>({
  method: 'GET',
  path: '/api/v1/user/widget_session',
  statuses: [200],
  auth: 'public',
  crossOrigin: true,
  errors: ['origin_not_allowed', 'not_authenticated'],
  summary: 'The account that a widget session belongs to'
})

export const endWidgetSession = endpoint<Record<never, never>, void>({
  method: 'DELETE',
  path: '/api/v1/user/widget_session',
  statuses: [204],
  auth: 'public',
  crossOrigin: true,
  errors: ['origin_not_allowed', 'not_authenticated'],
  summary: 'Ends a widget session'
})
