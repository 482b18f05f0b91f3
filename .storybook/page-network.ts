import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { readAnnouncement } from '@mille/api/announcements/endpoints.ts'
import { readBrand } from '@mille/api/brand/endpoints.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { listLegalPages } from '@mille/api/legal/endpoints.ts'
import { mayOperate } from '@mille/api/may-operate.ts'
import { readCurrencies } from '@mille/api/payments/endpoints.ts'
import type { Transport } from '@mille/api/transport.ts'
import { type Given, given } from '@mille/stores/samples/sample-answer.ts'
import { sampleAnswers } from '@mille/stores/samples/sample-answers.ts'
import { sampleAccounts } from '@mille/stores/samples/sample-people.ts'
import {
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'

export type Who = 'visitor' | keyof typeof sampleAccounts

/** The fake server behind a page's story. The story may change it while it runs. */
export type PageNetwork = {
  who: Who
  /** Answers that replace the sample answers. */
  answers: readonly Given[]
  state: 'answering' | 'failing' | 'waiting'
  /** Calls for which there is no sample. A story must end with none of these. */
  unplanned: string[]
}

/** The reads of the app's frame, which succeed even if the reads of the page fail or wait. */
const ofFrame = new Set<AnyEndpoint>([
  readCurrentUser,
  readAnnouncement,
  readCurrencies,
  listLegalPages,
  readBrand
])

/** Returns a transport that answers with samples and checks the access rights that each endpoint declares. */
export function pageTransport(network: PageNetwork): Transport {
  return createFakeTransport(({ method, path }) => {
    const found = answersOf(network).find(it => isCalled(it, method, path))
    if (!found) {
      network.unplanned.push(`${method} ${path}`)
      return errorResponse(404, 'not_found')
    }
    const { endpoint, answer, refusal } = found
    // The catalog is public, but listing one's own offers requires an account.
    const isPersonal = new URL(path, location.origin).searchParams.has('filter[mine]')
    if ((endpoint.auth !== 'public' || isPersonal) && network.who === 'visitor')
      return errorResponse(401, 'not_authenticated')
    if (endpoint.auth === 'admin' && !mayOperate(endpoint, rolesOf(network)))
      return errorResponse(403, 'not_authorized')
    if (!ofFrame.has(endpoint) && network.state === 'waiting')
      return new Promise<Response>(() => {})
    if (!ofFrame.has(endpoint) && network.state === 'failing')
      return errorResponse(500, 'internal', 'Something went wrong on our side.')
    if (refusal) return errorResponse(refusal.status, refusal.code, refusal.detail, refusal.pointer)
    if (answer === null) return errorResponse(404, 'not_found')
    if (answer === undefined) return new Response(null, { status: 204 })
    return jsonResponse(answer, endpoint.statuses[0])
  }).transport
}

function rolesOf({ who }: PageNetwork): readonly string[] {
  return who === 'visitor' ? [] : (sampleAccounts[who].data?.attributes.roles ?? [])
}

function answersOf({ who, answers }: PageNetwork): Given[] {
  const account = sampleAccounts[who === 'visitor' ? 'advertiser' : who]
  return [...answers, given(readCurrentUser, account), ...sampleAnswers]
}

function isCalled({ endpoint, query = {} }: Given, method: string, path: string): boolean {
  if (endpoint.method !== method) return false
  const [address = '', search] = path.split('?')
  const asked = new URLSearchParams(search)
  if (Object.entries(query).some(([name, value]) => asked.get(name) !== value)) return false
  return new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(address)
}
