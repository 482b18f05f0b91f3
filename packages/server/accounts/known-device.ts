import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../config/derive-key.ts'
import type { Context } from '../context.ts'
import type { createCookies } from '../http/callers/cookies.ts'

/** Lifetime of the cookie in seconds, equal to the maximum lifetime of a session. */
const cookieSeconds = 180 * 86_400

export type KnownDevices = ReturnType<typeof createKnownDevices>

/**
 * Stores in a cookie that an account was used in this browser, even after signing out. Wrong codes that others enter
 * from the same IP address, and emails that they request for the same email address, then count only against them
 * (OWASP's device cookies). The cookie does not sign the user in.
 */
export function createKnownDevices(
  { config, randomBytes }: Pick<Context, 'config' | 'randomBytes'>,
  cookies: ReturnType<typeof createCookies>
) {
  const key = deriveKey(config.secret, 'mille known device')
  const sign = (said: string) => createHmac('sha256', key).update(said).digest().subarray(0, 16)

  function read(request: Request): { userId: number; id: string } | null {
    const [, userId = '', id = '', mac = ''] =
      /^(\d{1,10})\.([\w-]{22})\.([\w-]{22})$/.exec(cookies.read(request, 'known') ?? '') ?? []
    const given = Buffer.from(mac, 'base64url')
    if (given.length !== 16 || !timingSafeEqual(given, sign(`${userId}.${id}`))) return null
    return { userId: Number(userId), id }
  }

  return {
    read,

    /** Returns the cookie to set when the account was opened; null if the browser already has it. */
    cookieFor(request: Request, userId: number): string | null {
      if (read(request)?.userId === userId) return null
      const said = `${userId}.${randomBytes(16).toString('base64url')}`
      const value = `${said}.${sign(said).toString('base64url')}`
      return cookies.write('known', value, cookieSeconds)
    }
  }
}
