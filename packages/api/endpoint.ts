import type { ApiScope, DividedRole } from './constants.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anyone, a signed-in account, or an account with the role `admin`. */
export type Auth = 'public' | 'user' | 'admin'

/**
 * One call of the product. The same object is used by the handler, the client, the tests and the OpenAPI page,
 * so that none of them can disagree. It carries no dependency: the smallest widget may import it.
 */
export type Endpoint<Input, Answer> = {
  method: Method
  /** Path with `{name}` for its parameters. */
  path: string
  /** The statuses that mean success. */
  statuses: readonly number[]
  auth: Auth
  /** Of an operator's call: the roles that may make it besides `admin`, which may make every one. */
  roles?: readonly DividedRole[]
  /** API keys with one of these scopes may make the call; none where there are none. */
  scopes?: readonly ApiScope[]
  /** The JSON:API type of the resource that a write carries. */
  type?: string
  /** The codes a caller must expect beside those every call may answer. */
  errors: readonly ErrorCode[]
  /**
   * The call honours the header Idempotency-Key: a repeated request has one effect and gets the first answer. It is
   * `required` where money moves and `optional` where something is made or decided; a call without it does no more the
   * second time than the first.
   */
  idempotency?: 'required' | 'optional'
  /** The answer has what is never shown again, or a cookie: what is kept of it to be repeated only its key can open. */
  answersSecret?: boolean
  /** Only for a session that has proved within five minutes that it is the same person, else `step_up_required`. */
  stepUp?: boolean | 'once_code_is_saved'
  /** Of an operator's act: what another operator, or a day, has to do with it. docs/api/operators.md is made from it. */
  secondOperator?: string
  /** Of an operator's act that takes no fresh proof: every operator is emailed about it, since it can stop what others earn. */
  mailsOperators?: true
  /** A write that an account may make while it is suspended: signing out, proving who it is, writing to the operators. */
  whileSuspended?: true
  /** Said in `JWT-AUD`: whose session the call opens. A browser gets its cookie alone, a program a token too. */
  audience?: string
  /** Multipart form data with these fields instead of JSON. */
  multipart?: Readonly<Record<string, 'file' | 'ids' | 'text'>>
  /** The most that such a form may have in bytes, in place of a million. */
  formBytes?: number
  /** The most that a JSON body may have in bytes, in place of 64,000. */
  jsonBytes?: number
  /** How many ordinary calls it counts as against what one caller may ask for in a minute, where it is more work. */
  cost?: number
  /** Answers comma-separated text instead of a document, or where `Accept: text/csv` asks for it. */
  csv?: true | 'on request'
  /** Answers the bytes of a file: a link or a picture leads there, not the client. */
  file?: boolean
  /** Answers server-sent events for as long as both sides stay: opened with EventSource, not with the client. */
  eventStream?: boolean
  /**
   * For widgets on the origins that the operator allows: no cookie counts, no authenticity token is asked for.
   */
  crossOrigin?: boolean
  /**
   * For widgets on pages of every origin, without cookies; pages may add headers of their own. What is read is the same
   * for everyone. A write belongs to no account, even if a person is signed in: JSON, with no authenticity token and no
   * Idempotency-Key.
   */
  anyOrigin?: boolean
  summary: string
  /** Only for the type checker; never present. */
  readonly types?: { input: Input; answer: Answer }
}

// biome-ignore lint/suspicious/noExplicitAny: the input and answer of an endpoint whose kind does not matter
export type AnyEndpoint = Endpoint<any, any>
export type AnswerOf<E> = E extends { readonly types?: { answer: infer Answer } } ? Answer : never

/** Anyone may call it: its handler cannot count on a signed-in user. */
export type Open = { auth: 'public' }
/** Its handler runs inside the transaction that its reply is stored in. */
export type Repeatable = { idempotency: 'required' | 'optional' }
type Closed = { auth: 'user' | 'admin' }
type Unrepeatable = { idempotency?: never }
type Declaration<Input, Answer> = Omit<Endpoint<Input, Answer>, 'types'>

/**
 * Declares a call. `Input` is flat: the path's parameters, then the query of a read, or the attributes of a write.
 * `Answer` is the whole JSON:API document. The type that it gives says who may call it and whether it may be repeated, as
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

/** The names between braces in an endpoint's path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
}
