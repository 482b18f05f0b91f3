import { createApi } from '@mille/api/client.ts'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { answerOf } from './answer.ts'
import { createPageContext, pageContext } from './page-context.ts'

function argsFor(url: string, takeRedirect = () => true) {
  const context = new RouterContextProvider()
  const api = createApi({ transport: async () => new Response() })
  context.set(
    pageContext,
    createPageContext({
      api,
      language: null,
      publicUrl: url,
      readTheme: () => 'system',
      takeRedirect
    })
  )
  return { request: new Request(url), params: {}, context }
}

function failure(status: number) {
  return { ok: false as const, status, code: 'x', errors: [] }
}

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test.each([
  [401, '/user/sign_in?flash=not_authenticated&return_to=%2Fcampaigns%3Fpage%3D2'],
  [403, '/?flash=not_authorized']
])('a %i leaves the page for %s', (status, location) => {
  const args = argsFor('https://mille.example/campaigns?page=2')
  const thrown = thrownBy(() => answerOf(failure(status), args))
  expect(thrown).toBeInstanceOf(Response)
  expect((thrown as Response).headers.get('Location')).toBe(location)
})

test('is sent away once for each page load', () => {
  let isTaken = false
  const args = argsFor('https://mille.example/campaigns', () => {
    const isFirst = !isTaken
    isTaken = true
    return isFirst
  })
  expect(thrownBy(() => answerOf(failure(401), args))).toBeInstanceOf(Response)
  expect(thrownBy(() => answerOf(failure(401), args))).toMatchObject({ init: { status: 401 } })
})

test.each([
  [404, 404],
  [500, 500],
  [200, 502],
  [-1, 503]
])('a %i is the error page with %i', (status, shown) => {
  const args = argsFor('https://mille.example/campaigns/1')
  expect(thrownBy(() => answerOf(failure(status), args))).toMatchObject({ init: { status: shown } })
})
