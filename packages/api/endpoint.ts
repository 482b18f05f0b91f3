import type { ApiScope } from './constants.ts'
import type { ErrorCode } from './errors.ts'
import type { DividedRole } from './may-operate.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may make a call: anyone, a signed-in account, or an operator. */
export type Auth = 'public' | 'user' | 'admin'

/**
 * One call of the product. The handler, the client, the tests, and the OpenAPI page share this object, so they cannot
 * disagree. It has no dependencies, so even the smallest widget can import it.
 */
export type Endpoint<Input, Answer> = {
  method: Method
  /** Path with its parameters as `{name}`. */
  path: string
  /** The statuses that mean success. */
  statuses: readonly number[]
  auth: Auth
  /** For an operator's call: the roles that may make it besides `admin`, which may make every call. */
  roles?: readonly DividedRole[]
  /** Scopes of API keys that may make the call. Without scopes, no API key may make it. */
  scopes?: readonly ApiScope[]
  /** The JSON:API type of the resource that a write carries. */
  type?: string
  /** Error codes that a caller must expect besides those that every call may return. */
  errors: readonly ErrorCode[]
  /**
   * Whether the call honors the `Idempotency-Key` header: a repeated request takes effect once and receives the first
   * answer. `required` for calls that move money, `optional` for calls that create or decide something. A call without
   * this field is idempotent by itself.
   */
  idempotency?: 'required' | 'optional'
  /**
   * Whether the answer contains a cookie or a secret that is shown only once. The answer stored for retries can be
   * decrypted only with the idempotency key.
   */
  answersSecret?: boolean
  /**
   * Whether the session must have confirmed the user's identity within the last five minutes. Otherwise, the call
   * answers `step_up_required`.
   */
  stepUp?: boolean | 'once_code_is_saved'
  /**
   * For an operator's action: how a second operator or a one-day delay is involved. docs/api/operators.md is generated
   * from it.
   */
  secondOperator?: string
  /**
   * For an operator's action without step-up authentication: all operators are emailed about it because it can stop
   * other people's earnings.
   */
  mailsOperators?: true
  /**
   * A write that a suspended account may still make: signing out, confirming its identity, or writing to the operators.
   */
  whileSuspended?: true
  /**
   * Value of the `JWT-AUD` header, which says whose session the call opens. A browser gets only a cookie, other
   * programs also get a token.
   */
  audience?: string
  /** Fields of the multipart form data that the call accepts instead of JSON. */
  multipart?: Readonly<Record<string, 'file' | 'ids' | 'text'>>
  /** Maximum size of the multipart form in bytes; 1,000,000 by default. */
  formBytes?: number
  /** Maximum size of a JSON body in bytes; 64,000 by default. */
  jsonBytes?: number
  /** Weight of an expensive call in the rate limit per minute, in ordinary calls. */
  cost?: number
  /** Whether the call answers CSV instead of a document, always or only for `Accept: text/csv`. */
  csv?: true | 'on request'
  /**
   * Whether the call answers the bytes of a file. Links and pictures point to such calls; the client does not make
   * them.
   */
  file?: boolean
  /**
   * Whether the call answers a stream of server-sent events, which is opened with `EventSource` instead of the client.
   */
  eventStream?: boolean
  /**
   * Whether widgets on the origins that the operator allows can make the call. It ignores cookies and needs no
   * authenticity token.
   */
  crossOrigin?: boolean
  /**
   * Whether widgets on pages of any origin can make the call, without cookies; pages may add their own headers. A read
   * has the same answer for everyone. A write belongs to no account, even if a user is signed in: it is JSON without an
   * authenticity token and without an `Idempotency-Key`.
   */
  anyOrigin?: boolean
  summary: string
  /** Exists only for the type checker; the property is never present. */
  readonly types?: { input: Input; answer: Answer }
}

// biome-ignore lint/suspicious/noExplicitAny: the input and answer of an endpoint whose kind does not matter
export type AnyEndpoint = Endpoint<any, any>
export type AnswerOf<E> = E extends { readonly types?: { answer: infer Answer } } ? Answer : never

/** A call that anyone may make, so its handler cannot rely on a signed-in user. */
export type Open = { auth: 'public' }
/** A call whose handler runs in the database transaction that also stores its reply. */
export type Repeatable = { idempotency: 'required' | 'optional' }
type Closed = { auth: 'user' | 'admin' }
type Unrepeatable = { idempotency?: never }
type Declaration<Input, Answer> = Omit<Endpoint<Input, Answer>, 'types'>

/**
 * Declares a call. `Input` is flat: the path parameters plus the query of a read or the attributes of a write. `Answer`
 * is the whole JSON:API document. The returned type says who may make the call and whether it can be repeated, because
 * the type of its handler depends on both.
 */
export function endpoint<Input = Record<never, never>, Answer = void>(
  declaration: Declaration<Input, Answer> & Open & Repeatable
): Endpoint<Input, Answer> & Open & Repeatable
export function endpoint<Input = Record<never, never>, Answer = void>(
  declaration: Declaration<Input, Answer> & Open & Unrepeatable
): Endpoint<Input, Answer> & Open & Unrepeatable
export function endpoint<Input = Record<never, never>, Answer = void>(
  declaration: Declaration<Input, Answer> & Closed & Repeatable
): Endpoint<Input, Answer> & Closed & Repeatable
export function endpoint<Input = Record<never, never>, Answer = void>(
  declaration: Declaration<Input, Answer> & Closed & Unrepeatable
): Endpoint<Input, Answer> & Closed & Unrepeatable
export function endpoint<Input, Answer>(
  declaration: Declaration<Input, Answer>
): Endpoint<Input, Answer> {
  return declaration
}

/** Returns the names in braces in an endpoint's path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
}
