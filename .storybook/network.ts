import { authenticityTokenPath } from '@mille/api/constants.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { delay, HttpResponse, http, type RequestHandler } from 'msw'
import { setupWorker } from 'msw/browser'

type Body = Record<string, unknown> | undefined
/** The outcome of a call: an answer with its status, no answer at all, or no connection. */
export type Answer = { status: number; body?: Body } | 'waiting' | 'offline'

const worker = setupWorker()
let started: Promise<unknown> | undefined

/** Mocks the network that a widget calls while its story is shown. For use in a story's `beforeEach`. */
export async function planNetwork(...handlers: RequestHandler[]): Promise<() => void> {
  started ??= worker.start({
    quiet: true,
    onUnhandledFrame: 'bypass',
    serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` }
  })
  await started
  worker.use(authenticityToken, ...handlers)
  return () => worker.resetHandlers()
}

/** Answers calls of an endpoint with the given answers in order. The last answer repeats. */
export function answering(
  endpoint: Pick<AnyEndpoint, 'method' | 'path'>,
  ...answers: [Answer, ...Answer[]]
): RequestHandler {
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  let count = 0
  return http[method](`*${endpoint.path.replace('{id}', ':id')}`, async () => {
    const answer = answers[Math.min(count, answers.length - 1)]
    count += 1
    if (answer === 'waiting') await delay('infinite')
    if (answer === undefined || answer === 'waiting' || answer === 'offline')
      return HttpResponse.error()
    const { status, body } = answer
    if (body === undefined) return new HttpResponse(null, { status })
    return HttpResponse.json(body, {
      status,
      headers: { 'Content-Type': 'application/vnd.api+json' }
    })
  })
}

/** Returns an error answer in the server's format. */
export function refused(status: number, code: string, detail = ''): Answer {
  return { status, body: { errors: [{ status: String(status), code, title: code, detail }] } }
}

/** Every write request first asks for an authenticity token. */
const authenticityToken = answering(
  { method: 'POST', path: authenticityTokenPath },
  {
    status: 201,
    body: { data: { type: 'authenticity_tokens', id: '1', attributes: { base64: 'token' } } }
  }
)
