import { createApi } from '@mille/api/client.ts'
import { firstSteps } from '@mille/api/constants.ts'
import { expect, test } from 'vitest'
import { sampleFirstSteps } from '../samples/sample-first-steps.ts'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleUser } from '../shared/sample-documents.ts'
import { createFirstStepsStores, type FirstStepsFound, viewFirstSteps } from './first-steps.ts'

const nothing = sampleFirstSteps({})
const begun = sampleFirstSteps({ advertiser: 2 })
const documentOf = (attributes: FirstStepsFound) =>
  jsonResponse({ data: { type: 'first_steps', id: '7', attributes } })

function create(found: FirstStepsFound, answer: (call: FakeCall) => Response) {
  const { transport, calls } = createFakeTransport(answer)
  const stores = createFirstStepsStores(createApi({ transport }), { userId: '7', found })
  return { ...stores, sent: () => calls.map(call => attributesOf(call).first_steps) }
}

test('offers choices to an account with nothing, and the checklist of what it has or has chosen', () => {
  expect(viewFirstSteps(nothing)).toEqual({ kind: 'choices' })
  const sidesOf = (found: FirstStepsFound) => {
    const view = viewFirstSteps(found)
    return view.kind === 'lists' ? view.lists.map(it => it.side) : view.kind
  }
  expect(sidesOf(begun)).toEqual(['advertiser', 'account'])
  expect(viewFirstSteps(begun)).toMatchObject({ done: 2, total: 5 })
  expect(sidesOf(sampleFirstSteps({ seller: 0 }))).toEqual(['seller', 'account'])
  expect(sidesOf(sampleFirstSteps({ advertiser: 'dismissed' }))).toBe('none')
  expect(sidesOf(sampleFirstSteps({ advertiser: 'dismissed', publisher: 1 }))).toEqual([
    'publisher',
    'account'
  ])
})

test('a step ticks when the account has what it asks for, and a failed refresh keeps what is there', async () => {
  const answers = [
    documentOf(sampleFirstSteps({ advertiser: 3 })),
    errorResponse(500, 'internal'),
    documentOf(sampleFirstSteps({ advertiser: 4, account: 1 }))
  ]
  const stores = create(begun, () => answers.shift() ?? errorResponse(500, 'internal'))
  expect(stores.$ticked.get()).toBeNull()
  for (const done of [3, 3, 5]) {
    await stores.refresh()
    expect(stores.$view.get()).toMatchObject({ done })
    if (done === 3) expect(stores.$ticked.get()).toBe(firstSteps.advertiser[2])
  }
  expect(stores.$isDone.get()).toBe(true)
})

test('a choice is stored with the account', async () => {
  const { choose, sent } = create(nothing, () => jsonResponse(sampleUser()))
  await choose('publisher')
  expect(sent()).toEqual([{ publisher: 'shown' }])
})

test('dismissing hides the checklists that are shown, and a failure shows them again', async () => {
  const answers = [errorResponse(503, 'unavailable', 'Away'), jsonResponse(sampleUser())]
  const stores = create(begun, () => answers.shift() ?? documentOf(begun))
  const failing = stores.dismiss()
  expect(stores.$view.get()).toEqual({ kind: 'none' })
  await failing
  expect(stores.$view.get().kind).toBe('lists')
  expect(stores.$problem.get()).toEqual({ code: 'unavailable', detail: 'Away' })
  await stores.dismiss()
  expect(stores.$problem.get()).toBeNull()
  expect(stores.sent()).toEqual([{ advertiser: 'dismissed' }, { advertiser: 'dismissed' }])
  // An answer from before the dismissal does not bring them back.
  await stores.refresh()
  expect(stores.$view.get()).toEqual({ kind: 'none' })
})

test('finished checklists stay on the page, are dismissed once, and not while a step is open', async () => {
  const answers = [errorResponse(500, 'internal'), jsonResponse(sampleUser())]
  const stores = create(sampleFirstSteps({ advertiser: 4, account: 1 }), () => {
    return answers.shift() ?? errorResponse(500, 'internal')
  })
  for (const _ of [1, 2, 3]) await stores.finish()
  expect(stores.sent()).toEqual([{ advertiser: 'dismissed' }, { advertiser: 'dismissed' }])
  expect(stores.$view.get().kind).toBe('lists')
  const open = create(begun, () => errorResponse(500, 'internal'))
  await open.finish()
  expect(open.sent()).toEqual([])
})
