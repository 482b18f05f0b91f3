import { createHash, randomUUID } from 'node:crypto'
import { authenticityTokenPath } from '@mille/api/constants.ts'
import type { AnswerOf, AnyEndpoint, Open, Repeatable } from '@mille/api/endpoint.ts'
import type { Hono, Context as HonoContext } from 'hono'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { failureResponse, invalidResponse, jsonType } from './answers/errors.ts'
import { type Failure, failure, type Reply } from './answers/reply.ts'
import { tooMany } from './answers/too-many.ts'
import { isAsOperator } from './callers/as-operator.ts'
import { type Caller, type Callers, refuse } from './callers/callers.ts'
import { clientAddress } from './callers/client-address.ts'
import { hasNoSession, letAnyOriginIn, letOriginsIn } from './callers/cross-origin.ts'
import type { Csrf } from './callers/csrf.ts'
import type { Session, SessionReader, SignedIn } from './callers/session.ts'
import type { Captcha } from './limits/captcha.ts'
import type { Limits } from './limits/limits.ts'
import type { Crowd, Entered } from './overload/crowd.ts'
import { readForm } from './requests/form.ts'
import { type KeyOwner, runOnce } from './requests/idempotency.ts'
import { bodyBytes, findZero, gatherInput } from './requests/input.ts'
import { routePaths } from './route-paths.ts'
import type { SecurityLog } from './security-log/security-log.ts'

/** What the handler of any call gets. */
export type OpenCall<Input> = {
  context: Context
  limits: Limits
  captcha: Captcha
  input: Input
  visitor: SignedIn | null
  session: Session | null
  /** The fields of an endpoint that takes multipart form data. */
  form: FormData | null
  request: Request
  address: string
}

/** Of a call that requires an account: the one that is signed in. */
export type Call<Input> = OpenCall<Input> & { user: SignedIn }

/**
 * Of a call that honors Idempotency-Key: the transaction that the reply is stored in, and the key, or a unique one if
 * the request had none.
 */
export type Once = { once: { tx: Tx; key: string } }

type CallOf<E, Input> = E extends Open ? OpenCall<Input> : Call<Input>
type HandledCall<E, Input> = CallOf<E, Input> & (E extends Repeatable ? Once : unknown)

/**
 * `prepare` is for an endpoint that honors a key, whose handler runs inside a transaction: what needs a connection of its own,
 * such as counting against a limit, is done there, before the transaction takes one. A refusal ends the call; a repeated
 * request, whose reply is stored, is not prepared again. Of an endpoint that takes a form it is done before the form is read.
 */
export type Serve = <E extends AnyEndpoint, Schema extends z.ZodType, Prepared = null>(
  endpoint: E,
  schema: Schema | null,
  handler: (
    call: HandledCall<E, z.output<Schema>>,
    prepared: Prepared
  ) => Promise<Reply<AnswerOf<E>>>,
  prepare?: (call: CallOf<E, z.output<Schema>>) => Promise<{ ok: true; value: Prepared } | Failure>
) => void

export type Served = { endpoint: AnyEndpoint; schema: z.ZodType | null }

/** Writes down what an operator does, before it is done; what it gives writes down how that ended. */
export type Audit = (act: {
  userId: number | null
  act: string
  summary: string
  input: Record<string, unknown>
  /** Every operator gets an email about it. */
  isGrave: boolean
}) => Promise<(outcome: { status: number; code: string | null }) => Promise<void>>

type Parts = {
  app: Hono
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

/**
 * Registers the calls of the contract. The checks that every call needs are here once, in this order: who calls, role
 * or scope, origin, authenticity token, the caller's budget and room, media type, body, schema, idempotency; a handler
 * sees only what passed. `served` lists them.
 */
export function createServe({
  app,
  context,
  limits,
  captcha,
  sessions,
  csrf,
  callers,
  audit,
  crowd,
  security
}: Parts): {
  serve: Serve
  served: Served[]
} {
  const served: Served[] = []

  const serve: Serve = (endpoint, schema, handler, prepare) => {
    served.push({ endpoint, schema })
    if (endpoint.crossOrigin) letOriginsIn(app, endpoint, context.config)
    if (endpoint.anyOrigin) letAnyOriginIn(app, endpoint)
    app.on(endpoint.method, routePaths(endpoint.path), async c => {
      const address = clientAddress(c)
      const looked = await crowd.lookUp(address, () => callers.read(c.req.raw, endpoint))
      const found = looked.ok ? looked.value : { ...tooMany(looked.retryAfterSeconds), headers: {} }
      const response = found.ok ? await respond(c, found.caller) : failureResponse(found)
      await writeDown(c, found.ok ? found.caller : null, response)
      const { headers } = found.ok ? found.caller : found
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      return response
    })

    async function writeDown(c: HonoContext, caller: Caller | null, response: Response) {
      const opened = endpoint.auth === 'public' && response.ok && response.headers.has('set-cookie')
      security.note({
        endpoint,
        path: c.req.path,
        status: response.status,
        code: response.status < 400 ? null : await codeOf(response),
        userId: caller?.visitor?.id ?? (opened ? await userIn(response) : null),
        sessionHash: caller?.session?.idHash ?? null,
        hasShown:
          c.req.header('authorization') !== undefined ||
          sessions.cookies.read(c.req.raw, 'session') !== null,
        isAsOperator: isAsOperator(c.req.raw),
        address: clientAddress(c)
      })
    }

    async function respond(c: HonoContext, caller: Caller): Promise<Response> {
      const refused = refuse(endpoint, caller) ?? checkWrite(c.req.raw, endpoint, caller)
      if (refused) return failureResponse(refused)
      const { session, visitor } = caller
      if (
        endpoint.stepUp &&
        !(session && sessions.isProved(session, endpoint.stepUp, context.now()))
      )
        return failureResponse(
          failure(
            endpoint.stepUp === true && session && sessions.lacksPasskey(session)
              ? 'passkey_missing'
              : 'step_up_required'
          )
        )

      const calling = { visitor, address: clientAddress(c) }
      const entered = crowd.enter(calling, bodyBytes(c.req.raw, endpoint), endpoint.cost ?? 1)
      if (!entered.ok) return failureResponse(entered, endpoint)
      try {
        return await respondTo(c, caller, entered)
      } finally {
        entered.leave()
      }
    }

    async function respondTo(c: HonoContext, caller: Caller, entered: Entered): Promise<Response> {
      const { session, visitor } = caller
      const gathered = await gatherInput(c, endpoint)
      if (!gathered.ok) return failureResponse(gathered, endpoint)
      const given = gathered.input
      const parsed = schema
        ? schema.safeParse(gathered.input)
        : { success: true as const, data: gathered.input }
      if (!parsed.success) return invalidResponse(parsed.error.issues, endpoint)
      const zero = findZero(parsed.data)
      if (zero !== null) {
        const detail = `${zero.replaceAll('/', '.')} contains characters that cannot be stored.`
        return failureResponse(failure('invalid', { detail, pointer: zero }), endpoint)
      }

      const call = {
        context,
        limits,
        captcha,
        input: parsed.data,
        user: visitor,
        visitor,
        session,
        form: null as FormData | null,
        request: c.req.raw,
        address: clientAddress(c)
      }
      if (endpoint.multipart) {
        const prepared = prepare ? await prepare(checked(call)) : null
        if (prepared?.ok === false) return failureResponse(prepared, endpoint)
        const form = await readForm(c.req.raw, endpoint)
        if (!form.ok) return failureResponse(form, endpoint)
        call.form = form.value
      }
      const turn = await entered.run(async () => {
        const endAct = await beginAct(c, caller, given)
        const response = await run()
        await endAct?.(response)
        return response
      })
      return turn.ok ? turn.value : failureResponse(tooMany(turn.retryAfterSeconds), endpoint)

      async function run(): Promise<Response> {
        if (!endpoint.idempotency) return answer(await handler(checked(call), unprepared), endpoint)

        const sent = c.req.header('idempotency-key')
        const isMissing = sent === undefined && endpoint.idempotency === 'required'
        if (isMissing || (sent !== undefined && !/^[\x21-\x7e]{1,100}$/.test(sent)))
          return failureResponse(failure('idempotency_key_missing'))
        const key = sent ?? randomUUID()
        const owner = ownerOf(c.req.raw, caller)
        const isSecret = endpoint.answersSecret === true
        const request = `${endpoint.method} ${c.req.path} ${JSON.stringify(wishOf(given))}`
        const answered = await runOnce(context, {
          asked: sent !== undefined && owner ? { owner, key, request, isSecret } : null,
          prepare: async () => (prepare ? prepare(checked(call)) : { ok: true, value: unprepared }),
          run: (tx, prepared) => handler(checked({ ...call, once: { tx, key } }), prepared)
        })
        if (!answered.ok) return failureResponse(answered, endpoint)
        const { status, body, cookies } = answered
        const headers = new Headers(apiHeaders)
        for (const cookie of cookies) headers.append('Set-Cookie', cookie)
        return new Response(status === 204 ? null : body, { status, headers })
      }
    }

    /** For public calls a key belongs to the browser, even if another account has signed in meanwhile. */
    function ownerOf(request: Request, { visitor }: Caller): KeyOwner | null {
      if (endpoint.auth !== 'public') return visitor && { userId: visitor.id }
      const anonymous = sessions.cookies.read(request, 'anonymous')
      if (anonymous === null) return visitor && { userId: visitor.id }
      return { browserHash: createHash('sha256').update(anonymous).digest() }
    }

    /** What operators do is written down before it is done, and what became of it after. */
    async function beginAct(c: HonoContext, { visitor }: Caller, input: Record<string, unknown>) {
      if (endpoint.auth !== 'admin' || endpoint.method === 'GET') return null
      const end = await audit({
        userId: visitor?.id ?? null,
        act: `${endpoint.method} ${c.req.path}`,
        summary: endpoint.summary,
        input,
        isGrave: isGrave(endpoint)
      })
      return async (response: Response) =>
        end({ status: response.status, code: response.ok ? null : await codeOf(response) })
    }
  }

  /** Whether a write comes from our own pages, or from a program that carries nothing that goes along unasked. */
  function checkWrite(request: Request, endpoint: AnyEndpoint, { by, session }: Caller) {
    if (endpoint.method === 'GET' || hasNoSession(endpoint)) return null
    if (!isOwnOrigin(request, context.config.publicUrl)) return failure('foreign_origin')
    if (by === 'key' || by === 'token' || endpoint.path === authenticityTokenPath) return null
    const binding = sessions.csrfBinding(request, session)
    const token = request.headers.get('x-csrf-token') ?? undefined
    return csrf.isValid(token, binding) ? null : failure('csrf_token_invalid')
  }

  return { serve, served }
}

/**
 * Whether every operator is emailed about an act of one of them: those about money, roles, limits, settings or keys, which take
 * a fresh proof or two people, and those that say so.
 */
export function isGrave(it: AnyEndpoint): boolean {
  const { auth, stepUp, secondOperator, mailsOperators = false } = it
  return auth === 'admin' && (stepUp === true || secondOperator !== undefined || mailsOperators)
}

/** A proof of work is good once: who repeats a request may bring another. */
function wishOf({ captcha: _, ...wish }: Record<string, unknown>): Record<string, unknown> {
  return wish
}

/**
 * The call as the handler sees it. Its type follows from what the endpoint declares; the same declaration had the
 * checks above make sure that the caller is signed in, that the input fits and that there is a transaction.
 */
const checked = (call: object) => call as never

/** What a handler gets that nothing was prepared for. */
const unprepared = null as never

async function codeOf(response: Response): Promise<string | null> {
  const body = (await response.clone().json()) as { errors?: { code: string }[] }
  return body.errors?.[0]?.code ?? null
}

/** The account that signing in has opened. */
async function userIn(response: Response): Promise<number | null> {
  if (response.status === 204) return null
  const body = (await response.clone().json()) as { data?: { type?: string; id?: string } | null }
  return body.data?.type === 'users' ? Number(body.data.id) : null
}

const apiHeaders = { 'Content-Type': jsonType, 'Cache-Control': 'no-store' }

function answer<Answer>(result: Reply<Answer>, endpoint: AnyEndpoint): Response {
  if (!result.ok) return failureResponse(result, endpoint)
  const hasBody = result.status !== 204 && result.status !== 304
  const body =
    result.stream ??
    result.download?.stream ??
    result.file?.bytes ??
    result.csv?.text ??
    (hasBody ? JSON.stringify(result.value) : null)
  const headers = new Headers(hasBody ? apiHeaders : { 'Cache-Control': 'no-store' })
  if (result.csv) {
    headers.set('Content-Type', 'text/csv; charset=utf-8')
    headers.set('Content-Disposition', disposition('attachment', result.csv.name))
  }
  if (result.file) {
    headers.set('Content-Type', result.file.contentType)
    // The file comes from a user, so it is never shown as a page of ours.
    const way = result.file.isShown ? 'inline' : 'attachment'
    headers.set('Content-Disposition', disposition(way, result.file.name))
    headers.set('Content-Security-Policy', "default-src 'none'; sandbox")
    headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  }
  if (result.download) {
    headers.set('Content-Type', result.download.contentType)
    headers.set('Content-Disposition', disposition('attachment', result.download.name))
  }
  if (result.stream) {
    headers.set('Content-Type', 'text/event-stream')
    // A proxy that gathers the answer would hold every event back.
    headers.set('X-Accel-Buffering', 'no')
  }
  for (const [name, value] of Object.entries(result.headers ?? {})) headers.set(name, value)
  for (const cookie of result.cookies ?? []) headers.append('Set-Cookie', cookie)
  return new Response(body, { status: result.status, headers })
}

/** As RFC 6266 wants a name of any letters. */
function disposition(way: 'attachment' | 'inline', name: string): string {
  return `${way}; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Browsers say where a write comes from; other clients carry no cookie that could be abused. */
function isOwnOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = request.headers.get('origin')
  if (origin === null || origin === publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === request.headers.get('host')
}
