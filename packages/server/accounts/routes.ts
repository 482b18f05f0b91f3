import * as endpoints from '@mille/api/accounts/endpoints.ts'
import * as schema from '@mille/api/accounts/schema.ts'
import type { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure, reply, unlessRefused } from '../http/answers/reply.ts'
import { tooMany } from '../http/answers/too-many.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import type { Csrf } from '../http/callers/csrf.ts'
import {
  countEased,
  countWithCaptcha,
  type Eased,
  lookAtLimits
} from '../http/limits/ask-captcha.ts'
import { freeOfCaptcha, limits as limitNames } from '../http/limits/limits.ts'
import type { OpenCall, Serve } from '../http/serve.ts'
import { type BearerTokens, tokenAudience } from './bearer-tokens.ts'
import {
  accountCodeLength,
  createCode,
  groupCode,
  hashAccountCode,
  oneTimeCodeMs,
  readCode
} from './codes.ts'
import { agreedVersionsOf, type Consents, noVersions } from './consents.ts'
import { type ReadFigures, userDocument, userResource } from './document.ts'
import { isNewBrowser } from './known-browsers.ts'
import type { KnownDevices } from './known-device.ts'
import { mailsTo } from './mails-to.ts'
import { findUser, findUserByEmail, insertUser, isUsernameTaken } from './queries.ts'
import { setCodeUnsaved } from './security-queries.ts'
import type { Sessions } from './sessions.ts'
import { checkAccountCode, checkOneTimeCode, startCodeRequest } from './sign-in.ts'
import { nameSignUpPlace } from './sign-up-place.ts'
import { refuseStaffName } from './staff-name.ts'

/** Notifies an account of a sign-in from a browser that the account has not used before. */
export type NotifyOfSignIn = (tx: Tx, userId: number, userAgent: string, at: Date) => Promise<void>

const anonymousCookieSeconds = 86_400

/** Dependencies that the account routes share. */
export type AccountParts = {
  sessions: Sessions
  devices: KnownDevices
  csrf: Csrf
  tokens: BearerTokens
  readFigures: ReadFigures
  notifyOfSignIn: NotifyOfSignIn
  consents: Consents
}

export function accountRoutes(serve: Serve, parts: AccountParts): void {
  const { sessions, csrf, readFigures } = parts
  const { cookies } = sessions

  serve(endpoints.createAuthenticityToken, null, async ({ context, request, session }) => {
    const known = sessions.csrfBinding(request, session)
    const anonymous = known === null ? context.randomBytes(16).toString('base64url') : null
    const base64 = csrf.issue(known ?? `anonymous ${anonymous}`)
    return reply(
      { data: { type: 'authenticity_tokens' as const, id: '1', attributes: { base64 } } },
      201,
      {
        cookies: anonymous ? [cookies.write('anonymous', anonymous, anonymousCookieSeconds)] : []
      }
    )
  })

  serve(endpoints.readCurrentUser, null, async ({ context, user, session }) => {
    const found = await findUser(context.db, user.id)
    if (!found) return failure('not_found')
    return reply(userDocument(found, await readFigures(context.db, user.id), session))
  })

  serve(endpoints.readUser, schema.userInput, async ({ context, user, session, input }) => {
    // Another user's account is treated as not found, so that its existence is not revealed.
    const found = Number(input.id) === user.id ? await findUser(context.db, user.id) : undefined
    if (!found) return failure('not_found')
    return reply(userDocument(found, await readFigures(context.db, user.id), session))
  })

  signUpRoutes(serve, parts)
  signInRoutes(serve, parts)

  serve(endpoints.signOut, null, async ({ context, session }) => {
    const current = session
    if (!current) return failure('not_authenticated')
    const cookie = await context.db.transaction().execute(tx => sessions.close(tx, current))
    return reply(undefined, 204, { cookies: [cookie] })
  })
}

function signUpRoutes(serve: Serve, parts: AccountParts): void {
  const { sessions, devices, readFigures, consents } = parts
  serve(
    endpoints.signUp,
    schema.signUpInput,
    async call => {
      const { context, input } = call
      const { tx } = call.once
      const username = input.username ?? null
      const locale = input.locale ?? null
      const agreed = agreedVersionsOf(input)
      const firstTouch = {
        utmSource: input.utm_source ?? null,
        partnerId: input.partner ? Number(input.partner) : null
      }
      if (input.email !== undefined && !input.anonymous) {
        const { email } = input
        const request = { email, username, locale, mayCreate: true, agreed, ...firstTouch }
        const id = await startCodeRequest(context, tx, request)
        return reply({ data: null, meta: { email } }, 202, { cookies: [codeCookie(id)] })
      }
      const code = createCode(accountCodeLength, context.randomBytes)
      const at = context.now()
      const accountCodeHash = hashAccountCode(code)
      const user = await insertUser(tx, {
        email: null,
        username,
        locale,
        accountCodeHash,
        ...firstTouch,
        place: await nameSignUpPlace(tx, context, call.address),
        at
      })
      if (!user) return failure('username_taken', { pointer: 'username' })
      await consents.record(tx, user.id, agreed, at)
      await isNewBrowser(tx, user.id, userAgent(call.request))
      const cookie = await sessions.open(tx, user.id, {
        userAgent: userAgent(call.request),
        before: call.session,
        proof: null
      })
      await setCodeUnsaved(tx, user.id, sessions.hashOfCookie(cookie))
      const data = userResource(user, await readFigures(tx, user.id))
      const known = devices.cookieFor(call.request, user.id)
      return reply({ data, meta: { access_code: groupCode(code) } }, 201, {
        cookies: [cookie, ...(known ? [known] : [])]
      })
    },
    call => countSignUp(call, devices, consents)
  )

  serve(
    endpoints.requestAccessCode,
    schema.accessCodeInput,
    async call => {
      const { email, locale = null } = call.input
      const id = await startCodeRequest(call.context, call.once.tx, {
        ...{ email, username: null, locale, mayCreate: false },
        ...{ utmSource: null, partnerId: null, agreed: noVersions }
      })
      return reply({ data: null, meta: { email } }, 202, { cookies: [codeCookie(id)] })
    },
    async call => unlessRefused(await countCodeRequest(call, devices, call.input.email))
  )

  function codeCookie(id: string): string {
    return sessions.cookies.write('code-request', id, oneTimeCodeMs / 1000)
  }
}

function signInRoutes(serve: Serve, parts: AccountParts): void {
  const { sessions, devices, tokens, readFigures, notifyOfSignIn, consents } = parts
  const { cookies } = sessions

  serve(endpoints.signIn, schema.signInInput, async call => {
    const { context, input, address, request, session } = call
    // A browser that has been used with the account has its own limit, however many wrong codes come from the network
    // around it.
    const wrongCodes: Eased = {
      limit: limitNames.signIns,
      free: freeOfCaptcha.signIns,
      subject: devices.read(request)?.id ?? addressBlock(address)
    }
    const allowed = await lookAtLimits(call, 'sign_in', wrongCodes)
    if (!allowed.ok) return allowed
    const typed = readCode(input.access_code)
    const opened = await context.db.transaction().execute(async tx => {
      if (!typed) return { ok: false as const, code: 'access_code_wrong' as const }
      const checked =
        typed.kind === 'account'
          ? await checkAccountCode(tx, typed.code)
          : await checkOneTimeCode(context, tx, {
              code: typed.code,
              requestId: cookies.read(request, 'code-request'),
              address,
              consents
            })
      if (!checked.ok) return checked
      const agent = userAgent(request)
      if (await isNewBrowser(tx, checked.user.id, agent))
        await notifyOfSignIn(tx, checked.user.id, agent, context.now())
      const cookie = await sessions.open(tx, checked.user.id, {
        userAgent: agent,
        before: session,
        proof: typed.kind === 'one-time' ? 'code' : null
      })
      return { ...checked, cookie }
    })
    if (!opened.ok) {
      const refused = await countEased(call, allowed.isProved, wrongCodes)
      return refused ?? failure(opened.code, { pointer: 'access_code' })
    }
    const known = devices.cookieFor(request, opened.user.id)
    const figures = await readFigures(context.db, opened.user.id)
    return reply(userDocument(opened.user, figures, null), 200, {
      cookies: [opened.cookie, cookies.clear('code-request'), ...(known ? [known] : [])],
      headers: bearerHeaders(request, opened.user.id, opened.cookie, context.now())
    })
  })

  /**
   * Returns a bearer token for API clients, which request it by name. The dashboard names the same audience but
   * receives none: browsers send headers that show where a write comes from, and a token that page scripts can read
   * must not replace the session cookie, which they cannot read.
   */
  function bearerHeaders(request: Request, userId: number, cookie: string, now: Date) {
    const { headers } = request
    if (headers.get('jwt-aud') !== tokenAudience) return {}
    if (headers.has('origin') || headers.has('sec-fetch-site')) return {}
    return { Authorization: `Bearer ${tokens.issue(userId, sessions.hashOfCookie(cookie), now)}` }
  }
}

async function countSignUp(
  call: OpenCall<z.output<typeof schema.signUpInput>>,
  devices: KnownDevices,
  consents: Consents
): Promise<{ ok: true; value: null } | Failure> {
  const { context, input, address } = call
  const reserved = await refuseStaffName(context.db, null, input)
  if (reserved) return reserved
  if (input.username !== undefined && (await isUsernameTaken(context.db, input.username)))
    return failure('username_taken', { pointer: 'username' })
  const unknown = await consents.findUnknown(context.db, agreedVersionsOf(input))
  if (unknown !== null) return failure('legal_version_unknown', { pointer: unknown })
  const limited =
    input.email !== undefined && !input.anonymous
      ? await countCodeRequest(call, devices, input.email)
      : await countWithCaptcha(call, 'sign_up', {
          limit: limitNames.anonymousSignUps,
          free: freeOfCaptcha.anonymousSignUps,
          subject: addressBlock(address)
        })
  return unlessRefused(limited)
}

/**
 * Limits emails to one address: after a few in an hour they require a proof of work, and at a maximum they stop. A
 * browser that was used with the account has its own limit, so that no one who knows a person's address can lock them
 * out by requesting codes.
 */
async function countCodeRequest(
  call: OpenCall<{ captcha?: string | undefined }>,
  devices: KnownDevices,
  email: string
): Promise<Failure | null> {
  const device = devices.read(call.request)
  const owner = device && (await findUserByEmail(call.context.db, email))
  if (device && owner?.id === device.userId) {
    const counted = await call.limits.consume(limitNames.codeRequests, `device ${device.id}`)
    return counted.ok ? null : tooMany(counted.retryAfterSeconds)
  }
  const byBlock: Eased = {
    limit: limitNames.codeRequestsByBlock,
    free: freeOfCaptcha.codeRequestsByBlock,
    subject: addressBlock(call.address)
  }
  return countWithCaptcha(call, 'access_code', byBlock, mailsTo(email))
}

function userAgent(request: Request): string {
  return request.headers.get('user-agent') ?? ''
}
