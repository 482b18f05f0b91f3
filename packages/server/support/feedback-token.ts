import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../config/derive-key.ts'
import type { Config } from '../config.ts'

const lifetimeSeconds = 86_400
const audience = 'suggestions'

type Person = { id: number; email: string | null; username: string | null }
export type Feedback = { token: string | null; url: string | null }

/**
 * Creates a link to the configured feedback board. Nolt takes an HS256 JWT with id, email and name
 * (nolt.io/help/single-sign-on), so an account without an email address cannot use it; the built-in board takes a token
 * signed with the server's own key.
 */
export function createFeedback(
  config: Pick<Config, 'secret' | 'publicUrl' | 'nolt'>,
  person: Person,
  now: Date
): Feedback {
  const issued = Math.floor(now.getTime() / 1000)
  const times = { iat: issued, exp: issued + lifetimeSeconds }
  const { nolt } = config
  if (nolt) {
    if (person.email === null) return { token: null, url: null }
    const name = person.username ?? person.email.split('@')[0]
    const token = sign({ id: String(person.id), email: person.email, name, ...times }, nolt.secret)
    return { token, url: `${nolt.url}/sso/${token}` }
  }
  const token = sign(
    { iss: config.publicUrl, aud: audience, sub: String(person.id), ...times },
    boardKey(config.secret)
  )
  return { token, url: `${config.publicUrl}/suggestions?token=${token}` }
}

/** Returns the user ID in a valid token for the built-in board; null otherwise. */
export function readFeedbackToken(
  config: Pick<Config, 'secret' | 'publicUrl'>,
  token: string,
  now: Date
): number | null {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = hmac(`${header}.${payload}`, boardKey(config.secret))
  // The signature is checked before any signed content is read; the algorithm is fixed, never taken from the header.
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const isOurs = claims.iss === config.publicUrl && claims.aud === audience
  const isFresh = typeof claims.exp === 'number' && claims.exp * 1000 > now.getTime()
  return isOurs && isFresh && typeof claims.sub === 'string' ? Number(claims.sub) : null
}

function sign(claims: Record<string, unknown>, key: string | Buffer): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims]
  const text = parts.map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${hmac(text, key).toString('base64url')}`
}

function hmac(text: string, key: string | Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function boardKey(secret: Buffer): Buffer {
  return deriveKey(secret, 'mille feedback')
}
