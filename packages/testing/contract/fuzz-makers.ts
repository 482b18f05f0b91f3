import { apiScopes } from '@mille/api/constants.ts'
import type { Random } from '../random.ts'
import type { Browser, SignedInBrowser } from '../test-app.ts'
import type { ContractWorld } from './world.ts'

/** The sender of a request: a stranger, a user with a cookie or token, or a program with an API key. */
export type Maker = {
  name: string
  cookie: string
  token: string
  bearer: string | null
  /** Whether one of its own requests ended its session; it then signs in again before the next request. */
  isOver: boolean
}

/**
 * Number of requests after which all senders sign in again and limits are reset; otherwise most answers would be
 * refusals.
 */
const round = 250

/** Creates the senders, of which `random` picks one for each request. */
export function createMakers({ app, owner, other, admin, keys }: ContractWorld, random: Random) {
  const { db, clock } = app.context
  const people: Record<string, SignedInBrowser> = { owner, other, admin }
  const bearers = new Map(Object.entries({ all: keys.all, statistics: keys.statistics }))
  let makers: Maker[] = []
  let asked = 0

  async function next(): Promise<Maker> {
    if (asked++ % round === 0) await begin()
    const index = random.below(makers.length)
    const found = makers[index]
    if (!found) throw new Error('there is no such maker')
    if (!found.isOver) return found
    if (bearers.has(found.name)) await renewKey(found.name)
    const renewed = await make(found.name)
    makers[index] = renewed
    return renewed
  }

  async function begin(): Promise<void> {
    clock.advance(7 * 60_000)
    await db.deleteFrom('rate_limits').execute()
    makers = []
    for (const name of ['stranger', ...Object.keys(people), 'owner token', ...bearers.keys()])
      makers.push(await make(name))
  }

  async function make(name: string): Promise<Maker> {
    const none = { name, cookie: '', token: '', bearer: null, isOver: false }
    const key = bearers.get(name)
    if (key !== undefined) return { ...none, bearer: key }
    if (name === 'stranger') return { ...none, ...(await cookiesOf(app.open())) }
    if (name === 'owner token') return { ...none, bearer: await tokenOf(await signIn('owner')) }
    return { ...none, ...(await cookiesOf(await signIn(name))) }
  }

  /** Replaces an API key, since keys end with a new account code and when an operator signs the account out. */
  async function renewKey(name: string): Promise<void> {
    const { api } = await signIn('owner', true)
    const scopes = name === 'all' ? [...apiScopes] : (['statistics'] as const)
    const made = await api.apiKeys.createApiKey({ name, scopes: [...scopes] })
    if (made.ok) bearers.set(name, made.value.meta.token)
  }

  /** Signs a user in. If the account was deleted or its code changed, a new account takes its place. */
  async function signIn(name: string, isProved = random.chance(0.5)): Promise<SignedInBrowser> {
    const known = people[name]
    if (!known) throw new Error(`there is no person with the name ${name}`)
    const { accessCode, userId } = known
    const browser = app.open()
    const answer = await browser.api.accounts.signIn({ access_code: accessCode })
    const opened = answer.ok ? { ...browser, accessCode, userId } : await app.signIn()
    people[name] = opened
    const id = Number(opened.userId)
    if (name === 'admin')
      await db
        .updateTable('users')
        .set({ roles: ['admin'] })
        .where('id', '=', id)
        .execute()
    if (isProved)
      await db
        .updateTable('sessions')
        .set({ stepped_up_at: '2126-01-01T00:00:00Z' })
        .where('user_id', '=', id)
        .execute()
    return opened
  }

  async function tokenOf({ accessCode }: SignedInBrowser): Promise<string> {
    const { transport } = app.open()
    const token = await authenticityToken(transport)
    const response = await transport('/api/v1/user/sign_in', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json;charset=utf-8',
        'X-CSRF-Token': token,
        'JWT-AUD': 'users'
      },
      body: JSON.stringify({ data: { type: 'users', attributes: { access_code: accessCode } } })
    })
    return (response.headers.get('authorization') ?? '').replace('Bearer ', '')
  }

  return { next }
}

async function cookiesOf({
  transport,
  cookies
}: Browser): Promise<Pick<Maker, 'cookie' | 'token'>> {
  const token = await authenticityToken(transport)
  return { token, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

async function authenticityToken(transport: Browser['transport']): Promise<string> {
  const response = await transport('/api/v1/authenticity_token', { method: 'POST' })
  return (await response.json()).data.attributes.base64 as string
}
