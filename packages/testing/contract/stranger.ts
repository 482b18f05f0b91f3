// biome-ignore lint/suspicious/noExplicitAny: a client that does not know our types
type Body = any
export type StrangerAnswer = { status: number; headers: Headers; body: Body }
export type Stranger = ReturnType<typeof createStranger>

/** Creates a client written only from the API specification: fetch, a cookie jar and the authenticity token. */
export function createStranger(origin: string) {
  const cookies = new Map<string, string>()
  let token: string | null = null

  async function send(path: string, init: RequestInit): Promise<StrangerAnswer> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0)
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(origin + path, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const text = await response.text()
    const body = text === '' ? null : JSON.parse(text)
    return { status: response.status, headers: response.headers, body }
  }

  async function fetchToken(): Promise<string> {
    const answer = await send('/api/v1/authenticity_token', { method: 'POST' })
    if (answer.status !== 201) throw new Error(`no authenticity token: ${answer.status}`)
    return answer.body.data.attributes.base64
  }

  return {
    read: (path: string) => send(path, { method: 'GET' }),

    /** Sends a write: a form unchanged, everything else as JSON. After a 401 it retries once with a fresh token. */
    async write(
      method: string,
      path: string,
      body?: unknown,
      more: Record<string, string> = {}
    ): Promise<StrangerAnswer> {
      const once = async () => {
        token ??= await fetchToken()
        const headers: Record<string, string> = { 'X-CSRF-Token': token, ...more }
        if (body instanceof FormData) return send(path, { method, headers, body })
        if (body === undefined) return send(path, { method, headers })
        headers['Content-Type'] = 'application/json;charset=utf-8'
        return send(path, { method, headers, body: JSON.stringify(body) })
      }
      const first = await once()
      if (first.status !== 401) return first
      token = null
      return once()
    }
  }
}
