/**
 * Messages between the widget's page and the network's sign-in window, in this order: the window is `ready`; the page
 * sends the `challenge` and keeps its verifier; once the user is signed in and agrees, the window returns the `code`
 * (docs/decisions/059).
 */
export type HandOffMessage =
  | { type: 'mille-handoff-ready' }
  | { type: 'mille-handoff-challenge'; challenge: string }
  | { type: 'mille-handoff-code'; code: string }

type Kind = HandOffMessage['type']
type Of<Name extends Kind> = Extract<HandOffMessage, { type: Name }>

const fields: Record<Kind, string | null> = {
  'mille-handoff-ready': null,
  'mille-handoff-challenge': 'challenge',
  'mille-handoff-code': 'code'
}

/** Returns the message if it comes from the expected window and origin and has the expected shape; otherwise null. */
export function readHandOffMessage<Name extends Kind>(
  event: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  from: { source: MessageEventSource | null; origin: string },
  type: Name
): Of<Name> | null {
  const { source, origin, data } = event
  if (source === null || source !== from.source || origin !== from.origin) return null
  if (typeof data !== 'object' || data === null) return null
  const message = data as Record<string, unknown>
  const field = fields[type]
  const isWhole = field === null || isSecret(message[field])
  return message.type === type && isWhole ? (data as Of<Name>) : null
}

/** Returns whether the value is 256 bits in base64url. */
function isSecret(value: unknown): boolean {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value)
}
