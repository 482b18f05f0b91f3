import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { html } from 'hono/html'
import type { Served } from '../serve.ts'
import { operation } from './openapi-operation.ts'

export const referencePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type Html = ReturnType<typeof html>
type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
}
type Operation = {
  operationId: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string }>
}
type Call = { endpoint: AnyEndpoint; described: Operation }

/** Renders the OpenAPI document for people: one page with the network's name, rendered by the server, without a script. */
export function referencePage(served: readonly Served[], name: string): Html {
  const calls = served.map(it => ({
    endpoint: it.endpoint,
    described: operation(it) as Operation
  }))
  const groups = Map.groupBy(calls, it => String(it.described.tags))
  const sorted = [...groups].sort(([a], [b]) => a.localeCompare(b))
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API reference · ${name}</title>
    <link rel="stylesheet" href="/api/v1/reference.css" />
  </head>
  <body>
    <header>
      <h1>API reference</h1>
      <p>The API of ${name}: JSON:API over HTTPS. Also available as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>, for programs.</p>
    </header>
    <nav aria-label="Groups of calls">
      <ul>
        ${sorted.map(([tag]) => html`<li><a href="#${tag}">${words(tag)}</a></li>`)}
      </ul>
    </nav>
    <main>
      ${sorted.map(
        ([tag, group]) => html`<section aria-labelledby="${tag}">
          <h2 id="${tag}">${words(tag)}</h2>
          ${group.map(callSection)}
        </section>`
      )}
    </main>
    <footer><p>Powered by Mille</p></footer>
  </body>
</html>`
}

function callSection({ endpoint, described }: Call): Html {
  const { operationId, parameters, requestBody, responses } = described
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const attributes = body?.properties?.data?.properties?.attributes ?? body
  return html`<article id="${operationId}">
    <h3><a href="#${operationId}"><b>${endpoint.method}</b> <code>${endpoint.path}</code></a></h3>
    <p>${endpoint.summary}. <small>${whoMay(endpoint)}</small></p>
    ${valueTable(
      'Parameters',
      parameters.map(it => ({ ...it, place: it.in }))
    )}
    ${
      attributes?.properties
        ? valueTable(
            endpoint.type === undefined ? 'Form' : `Attributes of ${endpoint.type}`,
            Object.entries(attributes.properties).map(([name, schema]) => ({
              name,
              schema,
              place: 'body',
              required: attributes.required?.includes(name) ?? false
            }))
          )
        : ''
    }
    <p>Answers ${Object.entries(responses).map(answerWords).join('; ')}.</p>
  </article>`
}

type Value = { name: string; place: string; required: boolean; schema: Schema }

function valueTable(caption: string, values: readonly Value[]): Html | string {
  if (values.length === 0) return ''
  return html`<table>
    <caption>${caption}</caption>
    <tbody>
      ${values.map(
        ({ name, place, required, schema }) => html`<tr>
          <th scope="row"><code>${name}</code></th>
          <td>${place}${required ? ', required' : ''}</td>
          <td>${kindOf(schema)}</td>
        </tr>`
      )}
    </tbody>
  </table>`
}

function kindOf(schema: Schema): string {
  const preset =
    schema.default === undefined ? '' : `, ${JSON.stringify(schema.default)} by default`
  return kindWords(schema) + preset
}

function kindWords(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(String).join(', ')
  if (schema.anyOf) return schema.anyOf.map(kindWords).join(' or ')
  if (schema.items) return `list of ${kindWords(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

function whoMay({ auth, roles = [], scopes = [] }: AnyEndpoint): string {
  if (auth === 'public') return 'Public.'
  if (auth === 'admin') return `Requires the role ${['admin', ...roles].join(' or ')}.`
  return scopes.length === 0
    ? 'Requires a session.'
    : `Requires a session, or an API key with ${scopes.join(' or ')}.`
}

/** Returns the heading of a response. An error is described by its codes. */
function answerWords([status, { description }]: [string, { description: string }]): string {
  return Number(status) < 400 ? status : `${status} ${description}`
}

function words(tag: string): string {
  const text = tag.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
