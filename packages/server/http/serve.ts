import type { AnswerOf, AnyEndpoint, Open, Repeatable } from '@mille/api/endpoint.ts'
import type { Hono } from 'hono'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import type { Failure, Reply } from './answers/reply.ts'
import { letAnyOriginIn, letOriginsIn } from './callers/cross-origin.ts'
import type { Session, SignedIn } from './callers/session.ts'
import { EndpointResponder, type ResponderParts } from './endpoint-responder.ts'
import type { Captcha } from './limits/captcha.ts'
import type { Limits } from './limits/limits.ts'
import { routePaths } from './route-paths.ts'

/** What the handler of every call receives. */
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

/** A call that requires an account: `user` is the account that is signed in. */
export type Call<Input> = OpenCall<Input> & { user: SignedIn }

/**
 * A call that honors `Idempotency-Key`: `tx` is the transaction in which the reply is stored, and `key` the key, or a
 * unique one if the request had none.
 */
export type Once = { once: { tx: Tx; key: string } }

type CallOf<E, Input> = E extends Open ? OpenCall<Input> : Call<Input>
type HandledCall<E, Input> = CallOf<E, Input> & (E extends Repeatable ? Once : unknown)

/**
 * Registers an endpoint. `prepare` is for an endpoint that honors an idempotency key, whose handler runs inside a
 * transaction: it does what needs a connection of its own, such as counting against a limit, before the transaction
 * takes one. A refusal by `prepare` ends the call. A repeated request, whose reply is stored, is not prepared again. If
 * the endpoint takes a form, `prepare` runs before the form is read.
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

/** Creates the function that registers the API's calls. `served` lists them. */
export function createServe({ app, ...parts }: ResponderParts & { app: Hono }): {
  serve: Serve
  served: Served[]
} {
  const served: Served[] = []

  const serve: Serve = (endpoint, schema, handler, prepare) => {
    served.push({ endpoint, schema })
    if (endpoint.crossOrigin) letOriginsIn(app, endpoint, parts.context.config)
    if (endpoint.anyOrigin) letAnyOriginIn(app, endpoint)
    const responder = new EndpointResponder(parts, { endpoint, schema, handler, prepare })
    app.on(endpoint.method, routePaths(endpoint.path), c => responder.respond(c))
  }

  return { serve, served }
}
