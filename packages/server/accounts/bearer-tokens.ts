import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { deriveKey } from '../config/derive-key.ts'

const lifetimeSeconds = 15 * 60
/** The bytes before the seed of an Ed25519 private key in PKCS #8 (RFC 8410). */
const keyHeader = Buffer.from('302e020100300506032b657004220420', 'hex')
const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: 'JWT' })).toString('base64url')

export const tokenAudience = 'users'

/**
 * Creates and reads JSON web tokens (RFC 7519, signed as in RFC 8037) for API clients that request one when they sign
 * in. A token represents its session: it expires with the session, and after 15 minutes at the latest.
 */
export function createBearerTokens(secret: Buffer, issuer: string) {
  const seed = deriveKey(secret, 'mille bearer tokens')
  const privateKey = createPrivateKey({
    key: Buffer.concat([keyHeader, seed]),
    format: 'der',
    type: 'pkcs8'
  })
  const publicKey = createPublicKey(privateKey)

  return {
    issue(userId: number, sessionHash: Buffer, now: Date): string {
      const issuedAt = Math.floor(now.getTime() / 1000)
      const claims = {
        iss: issuer,
        aud: tokenAudience,
        sub: String(userId),
        sid: sessionHash.toString('base64url'),
        iat: issuedAt,
        exp: issuedAt + lifetimeSeconds
      }
      const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
      return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
    },

    /**
     * Returns the hash of the session that a token represents, or null if the token is not from this network or has
     * expired.
     */
    read(token: string, now: Date): Buffer | null {
      const [head, body, signature, ...rest] = token.split('.')
      // There is one kind of token and one algorithm, so that nothing in the token decides how it is checked.
      if (head !== header || body === undefined || signature === undefined || rest.length > 0)
        return null
      const bytes = Buffer.from(signature, 'base64url')
      if (!verify(null, Buffer.from(`${head}.${body}`), publicKey, bytes)) return null
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<
        string,
        unknown
      >
      const isCurrent = typeof claims.exp === 'number' && claims.exp * 1000 > now.getTime()
      const isOurs = claims.iss === issuer && claims.aud === tokenAudience
      return isCurrent && isOurs && typeof claims.sid === 'string'
        ? Buffer.from(claims.sid, 'base64url')
        : null
    }
  }
}

export type BearerTokens = ReturnType<typeof createBearerTokens>
