import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { test as base, expect, type Page } from 'playwright/test'

const folder = resolve(import.meta.dirname, '../../storybook-static')
const types: Record<string, string> = {
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2'
}

export type Story = { id: string; title: string; name: string; tags: string[] }
export type StoryGlobals = Partial<
  Record<'theme' | 'direction' | 'locale' | 'renderer' | 'host', string>
>

/** Serves the static Storybook on its own origin, once per worker. */
export const test = base.extend<object, { storybook: string }>({
  storybook: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://any')
        const path = join(folder, pathname === '/' ? 'index.html' : pathname)
        const content = await readFile(path).catch(() => null)
        response
          .writeHead(content ? 200 : 404, { 'Content-Type': types[extname(path)] ?? 'text/plain' })
          .end(content)
      })
      const origin = await listen(server)
      await use(origin)
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
    { scope: 'worker' }
  ]
})

export async function readStories(): Promise<Story[]> {
  const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as {
    entries: Record<string, Story & { type: string }>
  }
  return Object.values(index.entries).filter(it => it.type === 'story')
}

type Violation = { id: string; nodes: { html: string }[] }
type Report = {
  storyId: string
  status: 'success' | 'error'
  reporters: { result?: { violations?: Violation[] } }[]
}
type Channel = {
  on: (event: string, listener: (report: Report) => void) => void
  off: (event: string, listener: (report: Report) => void) => void
  emit: (event: string, value: unknown) => void
  last: (event: string) => { message: string }[] | undefined
}

/** Shows a story alone, on the page that showed the previous one, and waits until its play test has passed. */
export async function openStory(
  page: Page,
  storybook: string,
  id: string,
  globals: StoryGlobals = {}
): Promise<void> {
  const given = Object.entries(globals).map(([name, value]) => `${name}:${value}`)
  const query = new URLSearchParams({ id: firstStory, viewMode: 'story', globals: given.join(';') })
  const frame = `${storybook}/iframe.html?${query}`
  if (framesOf.get(page) !== frame) {
    await page.goto(frame)
    // If a story is left while it is still being drawn, Storybook reloads the whole page.
    await page.waitForFunction(hasFinished)
    framesOf.set(page, frame)
  }
  const problem = await page.evaluate(show, id)
  expect(problem, id).toBe(null)
}

/** A story that is drawn immediately: each page begins with it, before the requested stories. */
const firstStory = 'foundations-tokens--space'
const framesOf = new WeakMap<Page, string>()

/** Runs in the page: whether its first story is drawn. */
function hasFinished(): boolean {
  const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window as unknown as {
    __STORYBOOK_ADDONS_CHANNEL__?: Channel
  }
  return channel?.last('storyFinished') !== undefined
}

/** Runs in the page: shows a story, and returns what is wrong with it, or null. */
async function show(id: string) {
  const { __STORYBOOK_ADDONS_CHANNEL__: channel } = window as unknown as {
    __STORYBOOK_ADDONS_CHANNEL__: Channel
  }
  const { status, reporters } = await new Promise<Report>(resolve => {
    const onReport = (report: Report) => {
      if (report.storyId !== id) return
      channel.off('storyFinished', onReport)
      resolve(report)
    }
    channel.on('storyFinished', onReport)
    channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' })
  })
  // A built element is drawn once its script has loaded, for which a story without a play test does not wait.
  // An element that is added to the page itself, such as the room that a sticky ad keeps free, is never defined.
  const coming = [...document.querySelectorAll('#storybook-root :not(:defined)')].map(
    it => it.localName
  )
  await Promise.all(coming.map(it => customElements.whenDefined(it)))
  if (status === 'success') return null
  const violations = reporters.flatMap(it => it.result?.violations ?? [])
  if (violations.length > 0)
    return violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`).join('\n')
  return channel.last('playFunctionThrewException')?.[0]?.message ?? 'it could not be drawn'
}

function listen(server: Server): Promise<string> {
  return new Promise(done => {
    server.listen(0, '127.0.0.1', () =>
      done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    )
  })
}
