import {
  createMemoryRouter,
  type DataStrategyFunction,
  type DataStrategyResult,
  type RouteObject
} from 'react-router'
import { expect, test } from 'vitest'
import { guardPageCode, PageCodeError } from './page-code.ts'

/** As in the application, each page's data comes only from its loader. */
const dataStrategy: DataStrategyFunction = async ({ matches }) => {
  const results: Record<string, DataStrategyResult> = {}
  await Promise.all(
    matches.map(match =>
      match.resolve(async handler => {
        if (!match.shouldCallHandler()) return
        try {
          results[match.route.id] = { type: 'data', result: await handler() }
        } catch (error) {
          results[match.route.id] = { type: 'error', result: error }
        }
      })
    )
  )
  return results
}

const Page = () => null
const loadPage = async () => Page

/**
 * A page whose own loader is part of its code, and a page without a loader, for which React Router creates an empty
 * one.
 */
const pages: readonly [string, () => RouteObject][] = [
  ['with a load', () => ({ lazy: { Component: loadPage, loader: async () => () => 'read' } })],
  ['without a load', () => ({ loader: () => null, lazy: { Component: loadPage } })]
]

function openRouter(page: RouteObject, importPage: () => Promise<unknown>) {
  const router = createMemoryRouter(
    [
      { id: 'start', path: '/', Component: Page },
      { ...page, id: 'page', path: '/page' } as RouteObject
    ],
    { dataStrategy }
  )
  guardPageCode(router.routes, importPage)
  return router
}

test.each(pages)('a page %s whose code cannot be had fails', async (_, page) => {
  const router = openRouter(page(), () => Promise.reject(new TypeError('404')))
  await router.navigate('/page')
  expect(Object.values(router.state.errors ?? {})).toEqual([expect.any(PageCodeError)])
})

test.each(pages)('a page %s whose code is there is drawn', async (_, page) => {
  const router = openRouter(page(), async () => ({}))
  await router.navigate('/page')
  expect(router.state.errors).toBeNull()
  expect(router.state.location.pathname).toBe('/page')
})
