import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { schemas } from '@mille/server/http/documents/openapi.ts'
import { operation } from '@mille/server/http/documents/openapi-operation.ts'
import type { Served } from '@mille/server/http/serve.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Responses = Record<string, { content?: Record<string, { schema?: object }> }>
type Check = { types: readonly string[]; isValid: ValidateFunction | null }
type Checks = ReadonlyMap<string, Check>
type Call = { method: string; path: string; checks: () => Checks }

/** The part of an OpenAPI document that describes responses. */
export type AnswerDocument = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: object
}
export type Answer = {
  method: string
  path: string
  status: number
  /** The media type from the response's header, or an empty text. */
  type: string
  text: () => Promise<string>
}
/**
 * Checks a response against the OpenAPI document: its status, media type and body, and the error codes that the call
 * declares. Returns a sentence about the first problem, or null.
 */
type AnswerCheck = (answer: Answer) => Promise<string | null>

// Formats are not validated, because zod also writes a pattern for each format.
const ajv = new Ajv2020({
  strict: false,
  allErrors: false,
  validateFormats: false,
  // Optimizing the compiled code would take longer than it saves in tests.
  code: { optimize: false }
})
const known = new WeakMap<AnyEndpoint, Checks>()
/** Compiled schemas by their JSON text: 1,600 responses have fewer than 200 different schemas. */
const compiledSchemas = new Map<string, ValidateFunction>()

/**
 * Checks against the route table that the OpenAPI document is generated from, so that a test app need not generate all
 * of it.
 */
export function createAnswerCheck(served: readonly Served[]): AnswerCheck {
  return checkCalls(
    served.map(one => ({
      method: one.endpoint.method,
      path: one.endpoint.path,
      checks: () => checksOf(one)
    }))
  )
}

/** Checks against an OpenAPI document itself, as a server returns it. */
export function createDocumentCheck({ paths, components }: AnswerDocument): AnswerCheck {
  return checkCalls(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => {
        const checks = makeChecks(responses, components)
        return { method: method.toUpperCase(), path, checks: () => checks }
      })
    )
  )
}

function checkCalls(calls: readonly Call[]): AnswerCheck {
  const routes = calls.map(call => ({
    call,
    pattern: new RegExp(`^${call.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    // Paths without parameters are matched first: `/preview` is not an ID.
    parameters: call.path.split('{').length
  }))
  routes.sort((a, b) => a.parameters - b.parameters)

  return async ({ method, path, status, type, text }) => {
    const found = routes.find(it => it.call.method === method && it.pattern.test(path))
    if (!found) return null
    const name = `${method} ${found.call.path}`
    const check = found.call.checks().get(String(status))
    if (!check) return `${name} answered ${status}, which it does not declare.`
    if (!check.isValid) return null
    if (!check.types.includes(type))
      return `${name} answered ${status} as ${type}, not as declared.`
    if (type.startsWith('text/')) return null
    const body: unknown = JSON.parse(await text())
    if (check.isValid(body)) return null
    const [error] = check.isValid.errors ?? []
    return `${name} answered ${status} against its schema: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)} in ${JSON.stringify(body).slice(0, 500)}`
  }
}

function checksOf(one: Served): Checks {
  const made =
    known.get(one.endpoint) ?? makeChecks(operation(one).responses as Responses, { schemas })
  known.set(one.endpoint, made)
  return made
}

function makeChecks(responses: Responses, components: object): Checks {
  return new Map(
    Object.entries(responses).map(([status, { content = {} }]) => {
      const schema = Object.values(content)[0]?.schema
      return [
        status,
        { types: Object.keys(content), isValid: schema ? compile({ ...schema, components }) : null }
      ]
    })
  )
}

/** Compiles a schema on first use, because a test file sees only a few of the responses. */
function compile(schema: object): ValidateFunction {
  let compiled: ValidateFunction | null = null
  const lazy = (data: unknown) => {
    compiled ??= compileOnce(schema)
    const isValid = compiled(data)
    lazy.errors = compiled.errors
    return isValid
  }
  lazy.errors = undefined as ValidateFunction['errors']
  return lazy as unknown as ValidateFunction
}

function compileOnce(schema: object): ValidateFunction {
  const text = JSON.stringify(schema)
  const compiled = compiledSchemas.get(text) ?? ajv.compile(schema)
  compiledSchemas.set(text, compiled)
  return compiled
}
