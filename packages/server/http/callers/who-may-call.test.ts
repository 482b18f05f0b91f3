import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { dividedRoles } from '@mille/api/may-operate.ts'
import { type CallMaker, makeCall, sampleRequest } from '@mille/testing/contract/request.ts'
import {
  type ContractWorld,
  createContractWorld,
  unknownId
} from '@mille/testing/contract/world.ts'
import { expectDocument } from '@mille/testing/contract/write-document.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Served } from '../serve.ts'

/*
 * Makes every call of the route table as nine callers, each with the owner's ids and a valid body. The expected outcome
 * follows from the endpoint's declaration, so a new call is covered automatically.
 */

const staff = ['admin', ...dividedRoles] as const
const callers = ['anonymous', 'other', 'owner', ...staff, 'key with scope', 'key without'] as const
type CallerName = (typeof callers)[number]
type Outcome = { status: number; code: string }

/** Paths whose ids refer to things that everyone may see. */
const shared = ['/suggestions/', '/traffic_packs/']

/**
 * Calls whose target no longer exists: a second path to something that was already deleted, and a session that signing
 * out elsewhere has ended.
 */
const gone = ['DELETE /banners/{id}', 'DELETE /api/v1/user/sessions/{id}']

let world: ContractWorld
beforeAll(async () => {
  world = await createContractWorld()
})
afterAll(() => world.app.close())

test('every call accepts the callers that it declares, and no others', async () => {
  const rows: string[] = []
  const problems: string[] = []
  for (const one of inOrder(world.app.served)) {
    const { endpoint } = one
    const name = `${endpoint.method} ${endpoint.path}`
    const cells: string[] = []
    for (const caller of callers) {
      const outcome = await outcomeOf(one, caller)
      const wanted = wantedOf(endpoint, caller)
      if (outcome !== null && !wanted(outcome))
        problems.push(`${name} by ${caller}: ${outcome.status} ${outcome.code}`)
      cells.push(outcome === null ? '–' : cell(outcome))
    }
    rows.push(`| \`${name}\` | ${cells.join(' | ')} |`)
  }
  expect(problems).toEqual([])
  await expectDocument('docs/api/authorisation.md', documentOf(rows))
}, 300_000)

/** Orders the calls so that reads come first and deletions last, and each call finds its target. */
function inOrder(served: readonly Served[]): Served[] {
  const order = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE']
  return served
    .filter(({ endpoint }) => !endpoint.eventStream)
    .toSorted(
      (a, b) =>
        order.indexOf(a.endpoint.method) - order.indexOf(b.endpoint.method) ||
        a.endpoint.path.localeCompare(b.endpoint.path)
    )
}

async function outcomeOf(one: Served, caller: CallerName): Promise<Outcome | null> {
  const { endpoint } = one
  const maker = await makerOf(endpoint, caller)
  if (maker === null) return null
  const { query, body } = sampleRequest(one)
  const response = await makeCall(world.app, maker, endpoint, world.pathOf(endpoint) + query, body)
  const text = await response.text()
  const code = response.status < 400 ? '' : JSON.parse(text).errors[0].code
  return { status: response.status, code }
}

async function makerOf(endpoint: AnyEndpoint, caller: CallerName): Promise<CallMaker | null> {
  const { app, keys } = world
  if (caller === 'anonymous') return { browser: app.open() }
  if (caller === 'key with scope') return { bearer: keys.all }
  if (caller === 'key without') {
    const { scopes = [] } = endpoint
    // Every API key may make a call that accepts every scope, so no key lacks the scope.
    if (scopes.length > 1) return null
    return { bearer: scopes[0] === 'statistics' ? keys.campaigns : keys.statistics }
  }
  const account = world[caller]
  if (endpoint.method === 'GET') return { browser: account }
  // Each write gets a session of its own, because some writes end sessions.
  const browser = app.open()
  await browser.api.accounts.signIn({ access_code: account.accessCode })
  return { browser }
}

/** Returns the outcome that an endpoint's declaration promises for a caller. */
function wantedOf(endpoint: AnyEndpoint, caller: CallerName): (outcome: Outcome) => boolean {
  const { auth, scopes = [], path } = endpoint
  const isLetIn = ({ status, code }: Outcome) =>
    status !== 403 ? status !== 401 : code === 'step_up_required'
  const isRefused = (code: string) => (outcome: Outcome) => outcome.code === code
  if (auth === 'public')
    return outcome => isLetIn(outcome) || endpoint.errors.some(code => code === outcome.code)
  if (caller === 'anonymous') return isRefused('not_authenticated')
  if (caller === 'key without') return isRefused('scope_missing')
  if (caller === 'key with scope' && scopes.length === 0) return isRefused('scope_missing')
  const rights: readonly CallerName[] = ['admin', ...(endpoint.roles ?? [])]
  if (auth === 'admin') return rights.includes(caller) ? isLetIn : isRefused('not_authorized')
  const isOwned = path.includes('{') && !shared.some(part => path.includes(part))
  const isStranger = caller === 'other' || staff.some(it => it === caller)
  const isThere =
    !world.pathOf(endpoint).includes(unknownId) && !gone.includes(`${endpoint.method} ${path}`)
  if (caller === 'owner' && isOwned && isThere)
    return outcome => isLetIn(outcome) && outcome.status !== 404
  if (!isOwned || !isStranger) return isLetIn
  // Operators with access to the chat take part in every conversation.
  const isOfChat = caller === 'admin' || caller === 'support'
  if (isOfChat && path.includes('/chat/pictures/')) return isLetIn
  // The other party of an order may make these calls too.
  if (caller === 'other' && path.includes('/publication_orders/')) return isLetIn
  return ({ code }) =>
    code === 'not_found' || (endpoint.stepUp === true && code === 'step_up_required')
}

/**
 * Returns what the table shows for an outcome: accepted, or how it is refused. Whether the body was valid does not
 * matter here.
 */
function cell({ status, code }: Outcome): string {
  if (status === 401 || status === 403) return `${status} ${code}`
  return status === 404 ? '404' : 'yes'
}

function documentOf(rows: string[]): string {
  return [
    '# Who may call what',
    '',
    'Made by `npm run generate:docs` from a test that makes every call as each of these. "Owner" is the account whose IDs are',
    'in the path, "other" another account, "admin" an operator who is not the owner, and the three after it operators who have only that role; the',
    'keys are the owner’s. 404 is what an account gets for what belongs to others.',
    '',
    `| call | ${callers.join(' | ')} |`,
    `|---|${callers.map(() => '---').join('|')}|`,
    ...rows.toSorted(),
    ''
  ].join('\n')
}
