import { dividedRoles } from '@mille/api/may-operate.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { isWithin, placesFor, startFor } from '../../dashboard/app/admin/admin-places.ts'
import { errorMessages } from '../../dashboard/app/errors/messages.ts'
import { contextApi } from './context-api.ts'
import { openAs } from './demo-people.ts'
import { furnishedPath } from './furnish.ts'
import screens from './screens.json' with { type: 'json' }
import { test } from './test.ts'

const paths = screens.filter(it => it.path.startsWith('/admin')).map(it => it.path)

test('each role opens its pages, reads why the others are closed, and finds no link to those', async ({
  browser,
  demo: { server, furniture }
}) => {
  const addresses = [...paths, '/admin/chat/{person}'].map(it => furnishedPath(it, furniture))
  await askInChat(browser, server)
  const headings = new Map<string, string>()
  for (const role of ['admin', ...dividedRoles]) {
    const page = await openStaff(browser, server, role)
    const links = new Map<string, string>()
    const opened = placesFor([role])
    for (const address of addresses) {
      if (address === '/admin' && role !== 'admin') {
        await page.goto(server.url + address)
        expect(page.url(), role).toBe(server.url + startFor([role]))
      } else if (opened.some(it => isWithin(it, address))) {
        const heading = await openAllowed(page, server.url + address, role)
        // The administrator comes first, so the other roles must see the same page.
        expect(heading, `${role} at ${address}`).toBe(headings.get(address) ?? heading)
        headings.set(address, heading)
        for (const link of await operatorLinks(page)) links.set(link, address)
      } else await expectClosed(page, server.url + address, `${role} at ${address}`)
    }
    expect(opened.length, role).toBeGreaterThan(2)
    expect(links.size, role).toBeGreaterThan(2)
    expect(await closedOf(page, links), role).toEqual([])
    await page.context().close()
  }
  expect(headings.size).toBe(addresses.length)
  const advertiser = await openAs(browser, server, 'advertiser')
  for (const address of addresses) {
    const answer = await advertiser.request.get(server.url + address)
    expect(answer.url(), address).toBe(`${server.url}/?flash=not_authorized`)
  }
})

/** Starts a conversation, since the demo network has none. */
async function askInChat(browser: Browser, server: ServerProcess): Promise<void> {
  const page = await openAs(browser, server, 'advertiser')
  const { support } = contextApi(page.context(), server.url)
  const sent = await support.sendChatMessage({ text: 'Where is my deposit?' })
  expect(sent).toMatchObject({ ok: true })
  await page.context().close()
}

/** Opens the home page as a new account with one operator role. */
async function openStaff(browser: Browser, server: ServerProcess, role: string): Promise<Page> {
  const context = await browser.newContext()
  const api = contextApi(context, server.url)
  const made = await api.accounts.signUp({ anonymous: true })
  const account = await api.accounts.readCurrentUser()
  if (!made.ok || !account.ok) throw new Error(`no account for the role ${role}`)
  await server.query(`update users set roles = '{${role}}' where id = ${account.value.data.id}`)
  return context.newPage()
}

/** Opens a page and loads its data again in the browser. Returns the heading. No call may fail. */
async function openAllowed(page: Page, url: string, role: string): Promise<string> {
  const failed: string[] = []
  const listen = (response: { status(): number; url(): string }) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
  }
  page.on('response', listen)
  const answer = await page.goto(url)
  expect(answer?.status(), `${role} at ${url}`).toBe(200)
  await expect(page.locator('[aria-busy=true]'), url).toHaveCount(0)
  // The server made its calls inside the process. In the browser they can be seen.
  await page.evaluate(() => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { revalidate: () => Promise<void> }
    }
    return router.revalidate()
  })
  page.off('response', listen)
  expect(failed, `${role} at ${url}`).toEqual([])
  expect(page.url(), role).toBe(url)
  return (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
}

/** Reads a page as the server renders it: closed, with the reason and the way to the account's own pages. */
async function expectClosed(page: Page, url: string, name: string): Promise<void> {
  const answer = await page.request.get(url)
  expect(answer.status(), name).toBe(403)
  const html = await answer.text()
  const texts = [errorMessages.notAllowed, errorMessages.notAllowedText]
  for (const text of [...texts, errorMessages.administration])
    expect(html, name).toContain(`>${text}</`)
}

/** Returns the page's links to operators' pages, of those that differ only in an ID the last one. */
async function operatorLinks(page: Page): Promise<string[]> {
  const links = await page
    .locator('a[href]')
    .evaluateAll(all => all.map(it => (it as HTMLAnchorElement).href))
  const own = links.filter(it => /^[^/]+\/\/[^/]+\/(admin|reports\?side=network)/.test(it))
  return [...new Map(own.map(it => [it.replace(/\b\d+\b/g, '1'), it])).values()]
}

/** Returns the links that lead to a page that is closed to the account, each with the page that shows it. */
async function closedOf(page: Page, links: Map<string, string>): Promise<string[]> {
  const closed: string[] = []
  for (const [link, from] of links) {
    const answer = await page.request.get(link)
    const isOpen = answer.ok() && !answer.url().includes('flash=')
    if (!isOpen) closed.push(`${from} links to ${link}: ${answer.status()} ${answer.url()}`)
  }
  return closed
}
