import { createHash, randomUUID } from 'node:crypto'
import { authenticityTokenPath } from '@mille/api/constants.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { answer, apiHeaders } from './answers/answer.ts'
import { failureResponse, invalidResponse } from './answers/errors.ts'
import { type Failure, failure, type Reply } from './answers/reply.ts'
import { tooMany } from './answers/too-many.ts'
import { isAsOperator } from './callers/as-operator.ts'
import {
  type Caller,
  type Callers,
  callerForHandler,
  readOnlyOf,
  refuse
} from './callers/callers.ts'
import { clientAddress } from './callers/client-address.ts'
import { hasNoSession } from './callers/cross-origin.ts'
import type { Csrf } from './callers/csrf.ts'
import { withoutAddresses } from './callers/look-around.ts'
import type { SessionReader } from './callers/session.ts'
import type { Captcha } from './limits/captcha.ts'
import type { Limits } from './limits/limits.ts'
import type { Crowd, Entered } from './overload/crowd.ts'
import { readForm } from './requests/form.ts'
import { type KeyOwner, runOnce } from './requests/idempotency.ts'
import { bodyBytes, findZero, gatherInput } from './requests/input.ts'
import type { SecurityLog } from './security-log/security-log.ts'

/** Records an operator's action before it is carried out. The returned function records its outcome. */
export type Audit = (act: {
  userId: number | null
  act: string
  summary: string
  input: Record<string, unknown>
  /** Whether every operator is emailed about the action. */
  isGrave: boolean
}) => Promise<(outcome: { status: number; code: string | null }) => Promise<void>>

export type ResponderParts = {
  context: Context
  limits: Limits
  captcha: Captcha
  sessions: SessionReader
  csrf: Csrf
  callers: Callers
  audit: Audit
  crowd: Crowd
  security: SecurityLog
}

type Prepared = { ok: true; value: unknown } | Failure

/** The arguments of `serve`, without the types by which `serve` checked them. */
type Route = {
  endpoint: AnyEndpoint
  schema: z.ZodType | null
  handler: (call: never, prepared: never) => Promise<Reply<unknown>>
  prepare: ((call: never) => Promise<Prepared>) | undefined
}

/**
 * A request on its way to the handler. `sent` is its input as it was received; `call` has the input as parsed by the
 * schema.
 */
type Calling = {
  c: HonoContext
  caller: Caller
  sent: Record<string, unknown>
  call: object
}

/**
 * Answers the requests for one endpoint. The checks that every call needs are done here, in this order: caller, role or
 * scope, origin, authenticity token, recent proof of identity, the caller's budget and room, media type, body, schema,
 * idempotency. A handler sees only calls that passed all of them.
 */
export class EndpointResponder {
  readonly #parts: ResponderParts
  readonly #route: Route
  readonly #endpoint: AnyEndpoint

  constructor(parts: ResponderParts, route: Route) {
    this.#parts = parts
    this.#route = route
    this.#endpoint = route.endpoint
  }

  async respond(c: HonoContext): Promise<Response> {
    const { crowd, callers } = this.#parts
    const looked = await crowd.lookUp(clientAddress(c), () =>
      callers.read(c.req.raw, this.#endpoint)
    )
    const found = looked.ok ? looked.value : { ...tooMany(looked.retryAfterSeconds), headers: {} }
    const response = found.ok ? await this.#respondTo(c, found.caller) : failureResponse(found)
    await this.#noteSecurity(c, found.ok ? found.caller : null, response)
    const { headers } = found.ok ? found.caller : found
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }

  async #respondTo(c: HonoContext, caller: Caller): Promise<Response> {
    const endpoint = this.#endpoint
    const refused =
      refuse(endpoint, caller) ??
      this.#refuseForeignWrite(c.req.raw, caller) ??
      this.#refuseUnproved(caller)
    if (refused) return failureResponse(refused)

    // Strangers who look around share an account, so each of them is counted by address. An operator who views an account
    // uses up nothing of that account's room.
    const visitor = caller.session?.lookAround ? null : ownerOf(caller)
    const calling = { visitor, address: clientAddress(c) }
    const bytes = bodyBytes(c.req.raw, endpoint)
    const entered = this.#parts.crowd.enter(calling, bytes, endpoint.cost ?? 1)
    if (!entered.ok) return failureResponse(entered, endpoint)
    try {
      const response = await this.#respondInside(c, callerForHandler(endpoint, caller), entered)
      const isShown = caller.session?.lookAround && endpoint.auth !== 'public'
      return isShown ? await withoutAddresses(response) : response
    } finally {
      entered.leave()
    }
  }

  /**
   * Refuses a write unless it comes from Mille's own pages, or from a program with credentials that are not sent
   * automatically.
   */
  #refuseForeignWrite(request: Request, { by, session }: Caller): Failure | null {
    const { context, sessions, csrf } = this.#parts
    const endpoint = this.#endpoint
    if (endpoint.method === 'GET' || hasNoSession(endpoint)) return null
    if (!isOwnOrigin(request, context.config.publicUrl)) return failure('foreign_origin')
    if (by === 'key' || by === 'token' || endpoint.path === authenticityTokenPath) return null
    const binding = sessions.csrfBinding(request, session)
    const token = request.headers.get('x-csrf-token') ?? undefined
    return csrf.isValid(token, binding) ? null : failure('csrf_token_invalid')
  }

  /** Refuses a call that needs a recent proof of identity if the session has none. */
  #refuseUnproved({ session }: Caller): Failure | null {
    const { stepUp } = this.#endpoint
    const { sessions, context } = this.#parts
    if (!stepUp || (session && sessions.isProved(session, stepUp, context.now()))) return null
    const needsPasskey = stepUp === true && session !== null && sessions.lacksPasskey(session)
    return failure(needsPasskey ? 'passkey_missing' : 'step_up_required')
  }

  async #respondInside(c: HonoContext, caller: Caller, entered: Entered): Promise<Response> {
    const endpoint = this.#endpoint
    const gathered = await gatherInput(c, endpoint)
    if (!gathered.ok) return failureResponse(gathered, endpoint)
    const parsed = this.#parse(gathered.input)
    if (!parsed.ok) return parsed.response
    const form = endpoint.multipart ? await this.#readForm(c, caller, parsed.input) : null
    if (form?.ok === false) return failureResponse(form, endpoint)

    const call = this.#callOf(c, caller, parsed.input, form?.value ?? null)
    const calling = { c, caller, sent: gathered.input, call }
    const turn = await entered.run(async () => {
      const endAct = await this.#beginAct(calling)
      const response = await this.#run(calling)
      await endAct?.(response)
      return response
    })
    return turn.ok ? turn.value : failureResponse(tooMany(turn.retryAfterSeconds), endpoint)
  }

  #parse(
    sent: Record<string, unknown>
  ): { ok: true; input: unknown } | { ok: false; response: Response } {
    const endpoint = this.#endpoint
    const { schema } = this.#route
    const parsed = schema ? schema.safeParse(sent) : { success: true as const, data: sent }
    if (!parsed.success)
      return { ok: false, response: invalidResponse(parsed.error.issues, endpoint) }
    const zero = findZero(parsed.data)
    if (zero === null) return { ok: true, input: parsed.data }
    const detail = `${zero.replaceAll('/', '.')} contains characters that cannot be stored.`
    const refused = failure('invalid', { detail, pointer: zero })
    return { ok: false, response: failureResponse(refused, endpoint) }
  }

  /** Reads the form after the endpoint's `prepare`, which may refuse the call before a byte of the form is read. */
  async #readForm(c: HonoContext, caller: Caller, input: unknown) {
    const prepared = await this.#prepare(this.#callOf(c, caller, input, null))
    return prepared.ok ? readForm(c.req.raw, this.#endpoint) : prepared
  }

  #callOf(
    c: HonoContext,
    { session, visitor }: Caller,
    input: unknown,
    form: FormData | null
  ): object {
    const { context, limits, captcha } = this.#parts
    return {
      ...{ context, limits, captcha, input, user: visitor, visitor, session, form },
      ...{ request: c.req.raw, address: clientAddress(c) }
    }
  }

  async #prepare(call: object): Promise<Prepared> {
    const { prepare } = this.#route
    return prepare ? prepare(checked(call)) : { ok: true, value: unprepared }
  }

  async #run(calling: Calling): Promise<Response> {
    const endpoint = this.#endpoint
    if (endpoint.idempotency) return this.#runOnce(calling)
    return answer(await this.#route.handler(checked(calling.call), unprepared), endpoint)
  }

  async #runOnce({ c, caller, sent, call }: Calling): Promise<Response> {
    const endpoint = this.#endpoint
    const named = c.req.header('idempotency-key')
    const isMissing = named === undefined && endpoint.idempotency === 'required'
    if (isMissing || (named !== undefined && !/^[\x21-\x7e]{1,100}$/.test(named)))
      return failureResponse(failure('idempotency_key_missing'))
    const key = named ?? randomUUID()
    const owner = this.#ownerOf(c.req.raw, caller)
    const isSecret = endpoint.answersSecret === true
    const request = `${endpoint.method} ${c.req.path} ${JSON.stringify(wishOf(sent))}`
    const answered = await runOnce(this.#parts.context, {
      asked: named !== undefined && owner ? { owner, key, request, isSecret } : null,
      prepare: () => this.#prepare(call),
      run: (tx, prepared) =>
        this.#route.handler(checked({ ...call, once: { tx, key } }), prepared as never)
    })
    if (!answered.ok) return failureResponse(answered, endpoint)
    const { status, body, cookies } = answered
    const headers = new Headers(apiHeaders)
    for (const cookie of cookies) headers.append('Set-Cookie', cookie)
    return new Response(status === 204 ? null : body, { status, headers })
  }

  /**
   * Returns the owner of an idempotency key. For public calls the key belongs to the browser, even if another account
   * has signed in since.
   */
  #ownerOf(request: Request, { visitor }: Caller): KeyOwner | null {
    if (this.#endpoint.auth !== 'public') return visitor && { userId: visitor.id }
    const anonymous = this.#parts.sessions.cookies.read(request, 'anonymous')
    if (anonymous === null) return visitor && { userId: visitor.id }
    return { browserHash: createHash('sha256').update(anonymous).digest() }
  }

  /** Records an operator's action before it is carried out, and returns a function that records its outcome. */
  async #beginAct({ c, caller, sent }: Calling) {
    const endpoint = this.#endpoint
    if (endpoint.auth !== 'admin' || endpoint.method === 'GET') return null
    const end = await this.#parts.audit({
      userId: caller.visitor?.id ?? null,
      act: `${endpoint.method} ${c.req.path}`,
      summary: endpoint.summary,
      input: sent,
      isGrave: isGrave(endpoint)
    })
    return async (response: Response) =>
      end({ status: response.status, code: response.ok ? null : await codeOf(response) })
  }

  async #noteSecurity(c: HonoContext, caller: Caller | null, response: Response): Promise<void> {
    const endpoint = this.#endpoint
    const { security, sessions } = this.#parts
    const code = response.status < 400 ? null : await codeOf(response)
    // Anyone who only reads is refused often, which must not set off the alarm of break-ins.
    const kind = readOnlyOf(caller?.session ?? null)
    if (kind && (code === kind.refused || code === kind.hidden)) return
    const opened = endpoint.auth === 'public' && response.ok && response.headers.has('set-cookie')
    security.note({
      endpoint,
      path: c.req.path,
      status: response.status,
      code,
      userId: (caller && ownerOf(caller))?.id ?? (opened ? await userIn(response) : null),
      sessionHash: caller?.session?.idHash ?? null,
      hasShown:
        c.req.header('authorization') !== undefined ||
        sessions.cookies.read(c.req.raw, 'session') !== null,
      isAsOperator: isAsOperator(c.req.raw),
      address: clientAddress(c)
    })
  }
}

/** Returns who makes a call: the account that it is made as, or the operator who views that account. */
const ownerOf = ({ session, visitor }: Caller) => session?.viewing?.by ?? visitor

/**
 * Whether every operator is emailed about an operator's action: actions about money, roles, limits, settings or keys,
 * which require a recent proof of identity or two people, and actions that are declared so.
 */
export function isGrave(it: AnyEndpoint): boolean {
  const { auth, stepUp, secondOperator, mailsOperators = false } = it
  return auth === 'admin' && (stepUp === true || secondOperator !== undefined || mailsOperators)
}

/** Leaves out the proof of work: it is valid only once, so a repeated request may have another one. */
function wishOf({ captcha: _, ...wish }: Record<string, unknown>): Record<string, unknown> {
  return wish
}

/**
 * The call as the handler sees it. Its type follows from the endpoint's declaration, by which the checks above have
 * ensured that the caller is signed in, the input is valid, and there is a transaction.
 */
const checked = (call: object) => call as never

/** Passed to a handler whose endpoint has no `prepare`. */
const unprepared = null as never

async function codeOf(response: Response): Promise<string | null> {
  const body = (await response.clone().json()) as { errors?: { code: string }[] }
  return body.errors?.[0]?.code ?? null
}

/** Returns the id of the account that the response has signed in. */
async function userIn(response: Response): Promise<number | null> {
  if (response.status === 204) return null
  const body = (await response.clone().json()) as { data?: { type?: string; id?: string } | null }
  return body.data?.type === 'users' ? Number(body.data.id) : null
}

/**
 * Whether a write comes from the server's own origin. Browsers state where a write comes from; other clients send no
 * cookie that could be abused.
 */
function isOwnOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = request.headers.get('origin')
  if (origin === null || origin === publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === request.headers.get('host')
}
