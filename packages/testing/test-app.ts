import { type Api, createApi } from '@mille/api/client.ts'
import type { OperatorRole } from '@mille/api/may-operate.ts'
import type { Transport } from '@mille/api/transport.ts'
import { createApp } from '@mille/server/app/app.ts'
import type { Config } from '@mille/server/config.ts'
import type { Served } from '@mille/server/http/serve.ts'
import type { Hono } from 'hono'
import { createAnswerCheck } from './answer-check.ts'
import { createTestContext, type TestContext } from './test-context.ts'

export type Browser = { api: Api; transport: Transport; cookies: Map<string, string> }
export type SignedInBrowser = Browser & { userId: string; accessCode: string }

export type TestApp = {
  context: TestContext
  fetch: (request: Request) => Promise<Response>
  /** Route table of the app. */
  served: readonly Served[]
  /** Opens a browser without cookies. */
  open: (address?: string) => Browser
  /** Opens a browser that is signed in to a new anonymous account. */
  signIn: (address?: string) => Promise<SignedInBrowser>
  /** Opens an operator's browser, with the role `admin` unless other roles are named. */
  signInAdmin: (...roles: readonly OperatorRole[]) => Promise<SignedInBrowser>
  /** Stops the app, as the server does before it closes its connections. */
  stop: () => Promise<void>
  close: () => Promise<void>
}

let visitors = 0

/** Creates the real app with a separate database; the product's own client calls it in process. */
export async function createTestApp(
  overrides: Partial<Config> = {},
  delivery: (context: TestContext) => Hono | null = () => null,
  parts: Partial<Pick<TestContext, 'log' | 'advanceClock'>> = {}
): Promise<TestApp> {
  const context = { ...(await createTestContext(overrides)), ...parts }
  const app = createApp(context, {
    delivery: delivery(context),
    pages: null,
    embedFolder: null,
    assetsFolder: null,
    isReady: () => true
  })
  const check = createAnswerCheck(app.served)
  const send = async (request: Request, address: string) => {
    const response = await app.fetch(request, { incoming: { socket: { remoteAddress: address } } })
    const problem = await check({
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      text: () => textOf(response.clone())
    })
    // biome-ignore lint/suspicious/noConsole: fails the test, wherever in it the call was made
    if (problem !== null) console.error(problem)
    return response
  }

  // Each browser has an address in a separate subnet, so that limits by address apply to that browser alone.
  function open(address = `10.${(visitors++ >> 8) & 255}.${visitors & 255}.7`): Browser {
    const cookies = new Map<string, string>()
    const transport: Transport = async (path, init) => {
      const headers = new Headers(init.headers)
      if (cookies.size > 0)
        headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const response = await send(
        new Request(new URL(path, context.config.publicUrl), { ...init, headers }),
        address
      )
      for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie)
      return response
    }
    return { api: createApi({ transport }), transport, cookies }
  }

  async function signIn(address?: string): Promise<SignedInBrowser> {
    const browser = open(address)
    const answer = await browser.api.accounts.signUp({ anonymous: true })
    if (!answer.ok || !answer.value.data)
      throw new Error(`sign-up failed: ${JSON.stringify(answer)}`)
    return {
      ...browser,
      userId: answer.value.data.id,
      accessCode: answer.value.meta.access_code ?? ''
    }
  }

  return {
    context,
    served: app.served,
    fetch: request => send(request, '10.0.0.1'),
    open,
    signIn,
    async signInAdmin(...roles) {
      const browser = await signIn()
      await context.db
        .updateTable('users')
        .set({ roles: roles.length === 0 ? ['admin'] : [...roles] })
        .where('id', '=', Number(browser.userId))
        .execute()
      // The session's step-up date is far in the future, so that it stays valid however far the test moves its clock.
      await context.db
        .updateTable('sessions')
        .set({ stepped_up_at: '2126-01-01T00:00:00Z' })
        .where('user_id', '=', Number(browser.userId))
        .execute()
      return browser
    },
    stop: app.stop,
    async close() {
      await app.stop()
      await context.close()
    }
  }
}

/** Decompresses an answer's body, as a browser does. */
function textOf(response: Response): Promise<string> {
  const encoding = response.headers.get('content-encoding')
  if (!response.body || (encoding !== 'gzip' && encoding !== 'deflate')) return response.text()
  return new Response(response.body.pipeThrough(new DecompressionStream(encoding))).text()
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = ''] = header.split(';')
  const at = pair.indexOf('=')
  if (/max-age=0(;|$)/i.test(header)) cookies.delete(pair.slice(0, at))
  else cookies.set(pair.slice(0, at), pair.slice(at + 1))
}
