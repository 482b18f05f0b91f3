import type { Page, Route } from 'playwright/test'

/** The ways in which a page's request fails. */
export const ways = [
  'forbidden',
  'gone',
  'too many',
  'broken',
  'garbage',
  'lost',
  'no code'
] as const

export type Way = (typeof ways)[number]

const slowMs = 400

const refuse = (status: number, code: string) => (route: Route) =>
  route.fulfill({ status, json: { errors: [{ status: String(status), code }] } })

const answers: Readonly<Record<Exclude<Way, 'no code'>, (route: Route) => Promise<void>>> = {
  forbidden: refuse(403, 'forbidden'),
  gone: refuse(404, 'not_found'),
  'too many': refuse(429, 'too_many_requests'),
  broken: refuse(500, 'internal'),
  garbage: route => route.fulfill({ contentType: 'text/html', body: '<!doctype html>Welcome' }),
  async lost(route) {
    await new Promise(done => setTimeout(done, slowMs))
    await route.abort('connectionreset')
  }
}

/** Makes every read of the page fail in the given way, until the returned function is called. */
export async function failReads(page: Page, way: Way): Promise<() => Promise<void>> {
  if (way === 'no code') return failCode(page)
  const answer = answers[way]
  const answered: Promise<void>[] = []
  let fails = true
  const handle = async (route: Route) => {
    if (!fails || route.request().method() !== 'GET') return route.fallback()
    const done = answer(route)
    answered.push(done)
    await done
  }
  await page.route('**/api/v1/**', handle)
  return async () => {
    fails = false
    // Removing a route would make the browser answer the requests that it still holds.
    await Promise.all(answered)
    await page.unroute('**/api/v1/**', handle)
  }
}

/** Simulates a new build: the files of the old build are gone, and the next document names new ones. */
async function failCode(page: Page): Promise<() => Promise<void>> {
  let isOld = true
  const handle = (route: Route) => (isOld ? route.fulfill({ status: 404 }) : route.fallback())
  page.on('request', request => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route('**/assets/*.js', handle)
  return () => page.unroute('**/assets/*.js', handle)
}

type WithRouter = {
  __reactRouterDataRouter: {
    navigate: (address: string) => Promise<void>
    state: { navigation: { state: string }; revalidation: string }
  }
}

/** Navigates as a link in the app would, without waiting for the end. */
export async function openInApp(page: Page, address: string): Promise<void> {
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.evaluate(address => {
    void (window as unknown as WithRouter).__reactRouterDataRouter.navigate(address)
  }, address)
}

/** Waits until no navigation is in progress; a new document may have been loaded meanwhile. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const router = (window as Partial<WithRouter>).__reactRouterDataRouter
    return router?.state.navigation.state === 'idle' && router.state.revalidation === 'idle'
  })
}

/** What a browser logs about a failed request, which is not an error of the page. */
const ofNetwork = /^(Failed to load resource|EventSource's response)/

/** Collects uncaught errors, and what the page logged as an error. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !ofNetwork.test(message.text())) errors.push(message.text())
  })
  return errors
}
