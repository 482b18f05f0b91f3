import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { errorSchema } from '@mille/server/http/openapi.ts'
import { operation } from '@mille/server/http/openapi-operation.ts'
import type { Served } from '@mille/server/http/serve.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Content = Record<string, { schema?: object }>
type Check = { content: Content | null; isValid: ValidateFunction | null }

// Each value is also held by the pattern that zod writes beside a format.
const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false })
const checks = new WeakMap<AnyEndpoint, Map<string, Check>>()

/**
 * Holds answers against the OpenAPI document: the status, the media type, and the body by its schema, with the error
 * codes that the call declares. Gives a sentence for what is wrong, or null.
 */
export function createAnswerCheck(served: readonly Served[]) {
  const routes = served.map(one => ({
    one,
    pattern: new RegExp(`^${one.endpoint.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    // A path without parameters comes before one with: `/preview` is no id.
    parameters: one.endpoint.path.split('{').length
  }))
  routes.sort((a, b) => a.parameters - b.parameters)

  return async (method: string, path: string, response: Response): Promise<string | null> => {
    const found = routes.find(it => it.one.endpoint.method === method && it.pattern.test(path))
    if (!found) return null
    const { endpoint } = found.one
    const name = `${method} ${endpoint.path}`
    const check = checksOf(found.one).get(String(response.status))
    if (!check) return `${name} answered ${response.status}, which it does not declare.`
    if (check.content === null || endpoint.eventStream || endpoint.file) return null
    const type = response.headers.get('content-type') ?? ''
    if (!Object.keys(check.content).includes(type))
      return `${name} answered ${response.status} as ${type}, not as declared.`
    if (!check.isValid || type.startsWith('text/')) return null
    const body: unknown = JSON.parse(await textOf(response.clone()))
    if (check.isValid(body)) return null
    const [error] = check.isValid.errors ?? []
    return `${name} answered ${response.status} against its schema: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)} in ${JSON.stringify(body).slice(0, 500)}`
  }
}

/** A browser takes the compression off before a page sees the answer. */
function textOf(response: Response): Promise<string> {
  const encoding = response.headers.get('content-encoding')
  if (!response.body || (encoding !== 'gzip' && encoding !== 'deflate')) return response.text()
  return new Response(response.body.pipeThrough(new DecompressionStream(encoding))).text()
}

function checksOf(one: Served): Map<string, Check> {
  const known = checks.get(one.endpoint)
  if (known) return known
  const { responses } = operation(one) as { responses: Record<string, { content?: Content }> }
  const made = new Map<string, Check>()
  for (const [status, { content = null }] of Object.entries(responses)) {
    const schema = Object.values(content ?? {})[0]?.schema
    made.set(status, { content, isValid: schema ? compile(schema) : null })
  }
  checks.set(one.endpoint, made)
  return made
}

/** Compiled at its first use: a test file meets few of the answers. */
function compile(schema: object): ValidateFunction {
  let compiled: ValidateFunction | null = null
  const lazy = (data: unknown) => {
    compiled ??= ajv.compile({ ...schema, components: { schemas: { Errors: errorSchema } } })
    const isValid = compiled(data)
    lazy.errors = compiled.errors
    return isValid
  }
  lazy.errors = undefined as ValidateFunction['errors']
  return lazy as unknown as ValidateFunction
}
