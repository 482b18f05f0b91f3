import type { Api } from '@mille/api/client.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import type { Browser, Page } from 'playwright'
import { contextApi } from '../context-api.ts'
import { openAs } from '../demo-people.ts'
import type { Furniture } from '../furnish.ts'
import { openAccountPage } from '../page-calls.ts'
import type { Who, WriteWorld } from './write.ts'

const longestMs = 60_000

/** Opens a browser for the person who acts; other people have their own browsers. */
export async function openWorld(
  browser: Browser,
  server: ServerProcess,
  furniture: Furniture,
  who: Who
): Promise<WriteWorld> {
  // So many sign-ins from one address would require a proof of work.
  await server.query('delete from rate_limits')
  const open = (who: Who): Promise<Page> =>
    who === 'newcomer' ? openAccountPage(browser, server.url) : openAs(browser, server, who)
  const page = await open(who)
  page.setDefaultTimeout(longestMs)
  // Clients of this test only: their browsers are closed at its end.
  const known = new Map<Who, Promise<Api>>()
  const as = (who: Who): Promise<Api> => {
    const api = known.get(who) ?? open(who).then(it => contextApi(it.context(), server.url))
    known.set(who, api)
    return api.then(async api => {
      await proveAll(server)
      return api
    })
  }
  await proveAll(server)
  return { server, furniture, page, api: contextApi(page.context(), server.url), as }
}

/** Prevents requests to confirm the identity in the middle of another write, since that is a separate write. */
async function proveAll(server: ServerProcess): Promise<void> {
  await server.query("update sessions set stepped_up_at = now() + interval '1 hour'")
}
