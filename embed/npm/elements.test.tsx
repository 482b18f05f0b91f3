import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import manifest from './custom-elements.json' with { type: 'json' }
import {
  type AdElement,
  changeShared,
  type LoginElement,
  listenShared,
  mount,
  readShared
} from './index.ts'
import { MilleAd, MilleLogin } from './react.tsx'

const declarations = manifest.modules.flatMap(it => it.declarations)

// No network: what the ads would ask for is another test's.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))
afterEach(() => {
  document.body.replaceChildren()
  changeShared({ theme: null, user: null })
})

test.each(declarations.map(it => [it.tagName, it] as const))(
  'the manifest knows what %s is and watches',
  (tagName, { name, attributes }) => {
    const element = customElements.get(tagName) as unknown as {
      name: string
      observedAttributes: string[]
    }
    expect(element.name).toBe(name)
    const known = attributes.map(it => it.name)
    expect(element.observedAttributes.filter(it => !known.includes(it))).toEqual([])
  }
)

test('mount gives an element that begins anew and goes', () => {
  const element = mount('mille-feedback', document.body, {
    server: 'https://ads.example',
    token: 'a.b',
    label: null,
    lazy: true
  })
  expect(element.outerHTML).toBe(
    '<mille-feedback server="https://ads.example" token="a.b" lazy=""></mille-feedback>'
  )
  element.refresh()
  element.destroy()
  expect(document.body.childElementCount).toBe(0)
})

test('what widgets share is told to who listens, and can be left', () => {
  const heard = vi.fn()
  const stop = listenShared(heard)
  const user = { id: '7', name: 'ada', feedbackUrl: null }
  changeShared({ user })
  expect(readShared().user).toBe(user)
  stop()
  changeShared({ user: null })
  expect(heard).toHaveBeenCalledTimes(1)
})

test('a theme is one sheet on the page, and none when it follows the page again', () => {
  changeShared({ theme: 'dark' })
  changeShared({ theme: 'light' })
  expect(document.adoptedStyleSheets).toHaveLength(1)
  changeShared({ theme: null })
  expect(document.adoptedStyleSheets).toHaveLength(0)
})

test('the wrapper for React sets attributes, hears the latest handler and lets go', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  const view = createRoot(place)
  const [first, second] = [vi.fn(), vi.fn()]
  const ref = { current: null as AdElement | null }
  const draw = (onFilled: () => void, lazy: boolean) =>
    act(async () =>
      view.render(
        <MilleAd
          server="https://ads.example"
          unit={12}
          className="ad"
          ref={ref}
          {...{ lazy, onFilled }}
        />
      )
    )
  await draw(first, true)
  const element = ref.current
  expect(element?.outerHTML).toBe(
    '<mille-ad class="ad" server="https://ads.example" unit="12" lazy=""></mille-ad>'
  )
  await draw(second, false)
  expect(element?.hasAttribute('lazy')).toBe(false)
  element?.dispatchEvent(new CustomEvent('mille-ad:filled'))
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledTimes(1)
  await act(async () => view.unmount())
  element?.dispatchEvent(new CustomEvent('mille-ad:filled'))
  expect(second).toHaveBeenCalledTimes(1)
})

test('an attribute of React’s does not take the place of a method', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  const view = createRoot(place)
  await act(async () =>
    view.render(createElement('mille-login', { server: 'https://ads.example', popup: 'x' }))
  )
  const element = place.firstElementChild as LoginElement
  expect(element.open).toBeTypeOf('function')
  expect(element.getAttribute('server')).toBe('https://ads.example')
  await act(async () => view.unmount())
})

test('events of two words have handlers too', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  const view = createRoot(place)
  const onSignedIn = vi.fn()
  await act(async () =>
    view.render(<MilleLogin server="https://ads.example" onSignedIn={onSignedIn} />)
  )
  place.firstElementChild?.dispatchEvent(new CustomEvent('mille-login:signed-in'))
  expect(onSignedIn).toHaveBeenCalledTimes(1)
  await act(async () => view.unmount())
})
