import type { Transport } from '@mille/api/transport.ts'

export type FakeCall = {
  method: string
  path: string
  headers: Headers
  body: BodyInit | null
  keepalive: boolean
}

/**
 * A fake transport for tests of stores: `answer` gives the server's responses; token requests are answered
 * automatically.
 */
export function createFakeTransport(answer: (call: FakeCall) => Response | Promise<Response>) {
  const calls: FakeCall[] = []
  const transport: Transport = async (path, init) => {
    if (path === '/api/v1/authenticity_token') {
      return jsonResponse({ data: { attributes: { base64: 'token' } } }, 201)
    }
    const call = {
      method: init.method ?? 'GET',
      path,
      headers: new Headers(init.headers),
      body: init.body ?? null,
      keepalive: init.keepalive ?? false
    }
    calls.push(call)
    return answer(call)
  }
  return { transport, calls }
}

export function jsonResponse(document: unknown, status = 200): Response {
  return new Response(JSON.stringify(document), { status })
}

export function errorResponse(
  status: number,
  code: string,
  detail = '',
  pointer?: string
): Response {
  const source = pointer === undefined ? {} : { source: { pointer } }
  const error = { status: String(status), code, title: 'A title', detail, ...source }
  return jsonResponse({ errors: [error] }, status)
}

/** Returns the attributes in the body of a JSON:API write. */
export function attributesOf(call: FakeCall | undefined): Record<string, unknown> {
  const body: unknown = JSON.parse(String(call?.body))
  return (body as { data: { attributes: Record<string, unknown> } }).data.attributes
}
