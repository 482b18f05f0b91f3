import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventNames, type MilleElementName } from './attributes.ts'
import manifest from './custom-elements.json' with { type: 'json' }
import { $theme, $user, type AdElement, type LoginElement, mount, onMilleEvent } from './index.ts'
import { MilleAd, type MilleAdProps, MilleLogin } from './react.tsx'

const declarations = manifest.modules.flatMap(it => it.declarations)

// Network requests never finish here; other tests cover the requests of ads.
beforeEach(
  () =>
    void vi.stubGlobal(
      'fetch',
      vi.fn(() => new Promise(() => {}))
    )
)
afterEach(() => {
  document.body.replaceChildren()
  $theme.set(null)
  $user.set(null)
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

test('the manifest knows the CSS properties of every element with tokens', async () => {
  const files = globSync('packages/widgets/*/*tokens.css')
  const texts = await Promise.all(files.map(it => readFile(it, 'utf8')))
  const names = texts.flatMap(it => [...it.matchAll(/^ {2}(--mille-[a-z-]+):/gm)].map(it => it[1]))
  for (const declaration of declarations)
    if ('cssProperties' in declaration)
      expect(declaration.cssProperties?.map(it => it.name).sort()).toEqual(
        [...new Set(names)].sort()
      )
})

test('mount returns an element that can be refreshed and destroyed', () => {
  const element = mount('mille-feedback', document.body, {
    server: 'https://ads.example',
    token: 'a.b',
    label: null,
    'data-place': 'footer'
  })
  expect(element.outerHTML).toBe(
    '<mille-feedback server="https://ads.example" token="a.b" data-place="footer"></mille-feedback>'
  )
  element.refresh()
  element.destroy()
  expect(document.body.childElementCount).toBe(0)
})

test('an event is heard by its full name until that is stopped', () => {
  const listener = vi.fn()
  const stop = onMilleEvent(document.body, 'mille-ad:filled', listener)
  const fired = new CustomEvent('mille-ad:filled')
  document.body.dispatchEvent(fired)
  expect(listener.mock.calls[0]?.[0]).toBe(fired)
  stop()
  document.body.dispatchEvent(fired)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('what widgets share are nanostores in the registry of the page', async () => {
  const { stores } = (globalThis as never)[Symbol.for('mille')] as { stores: object }
  expect(stores).toEqual(expect.objectContaining({ $user, $theme }))
  const listener = vi.fn()
  const stop = $user.subscribe(listener)
  const user = { id: '7', name: 'ada', feedbackUrl: null }
  $user.set(user)
  expect(listener.mock.calls.map(([value]) => value)).toEqual([null, user])
  stop()
  $user.set(null)
  expect(listener).toHaveBeenCalledTimes(2)

  // Another bundle with its own copy of this code uses the stores that already exist.
  vi.resetModules()
  const other = await import('@mille/widgets/shared/shared-stores.ts')
  expect(other.$user).toBe($user)
  expect(other.$theme).toBe($theme)
})

test('a theme is one sheet on the page, and none when it follows the page again', () => {
  $theme.set('dark')
  $theme.set('light')
  expect(document.adoptedStyleSheets).toHaveLength(1)
  $theme.set(null)
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
  const asked = vi.mocked(fetch).mock.calls.length
  for (let count = 0; count < 10; count++) await draw(first, true)
  expect(vi.mocked(fetch).mock.calls).toHaveLength(asked)
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

test('no attribute has the name of an element’s property, which React would set instead', () => {
  // `lang` is excluded, because every HTML element has it as both a property and an attribute.
  for (const { tagName, attributes } of declarations)
    for (const { name } of attributes)
      if (name !== 'lang') expect(name in document.createElement(tagName), name).toBe(false)
})

test('a server writes the attributes, and keeps the place of an ad that has one', () => {
  const draw = (props: Partial<MilleAdProps>) =>
    renderToString(<MilleAd server="https://ads.example" unit={12} {...props} />)
  expect(draw({ size: '300x250', lazy: true, style: { margin: 'auto' } })).toBe(
    '<mille-ad server="https://ads.example" unit="12" size="300x250" lazy="" style="display:block;width:300px;max-width:100%;height:250px;margin:auto"></mille-ad>'
  )
  expect(draw({ size: '728x90', position: 'sticky' })).toBe(
    '<mille-ad server="https://ads.example" unit="12" size="728x90" position="sticky"></mille-ad>'
  )
})

test('a server lets the browser preload the decision of an ad that asks for it in this form', () => {
  vi.stubGlobal('document', undefined)
  const preloads = (props: Partial<MilleAdProps>) =>
    renderToString(<MilleAd server="https://ads.example" unit={12} {...props} />).match(
      /<link .*?>/g
    )
  try {
    expect(preloads({ size: '300x250', style: { margin: 0 } })).toEqual([
      '<link rel="preload" href="https://ads.example/serve/units/12" as="fetch" crossorigin="" media="(min-width:270px)"/>'
    ])
    for (const props of [
      {},
      { size: 'Adaptive' },
      { size: '300x250', position: 'sticky' },
      { size: '300x250', lazy: true },
      { size: '300x250', hidden: true },
      { size: '300x250', style: { display: 'none' } }
    ] satisfies Partial<MilleAdProps>[])
      expect(preloads(props), JSON.stringify(props)).toBeNull()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('what React knows of every element, it sets and hears on ours', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  const view = createRoot(place)
  const [onClick, onError] = [vi.fn(), vi.fn()]
  const draw = (hidden: boolean) =>
    act(async () =>
      view.render(
        <MilleAd
          server="https://ads.example"
          unit={12}
          receipts
          title="An ad"
          role="region"
          slot="side"
          nonce="n"
          tabIndex={0}
          data-place="foot"
          aria-label="Sponsor"
          aria-busy={false}
          suppressHydrationWarning
          {...{ hidden, onClick, onError }}
        />
      )
    )
  await draw(true)
  const element = place.firstElementChild as AdElement
  expect(element.hidden).toBe(true)
  await draw(false)
  expect(element.hidden).toBe(false)
  const { title, slot, tabIndex, role } = element
  expect({ title, slot, tabIndex, role }).toEqual({
    ...{ title: 'An ad', slot: 'side', tabIndex: 0, role: 'region' }
  })
  const names = ['receipts', 'nonce', 'aria-label', 'aria-busy', 'suppresshydrationwarning']
  expect(names.map(it => element.getAttribute(it))).toEqual(['', 'n', 'Sponsor', 'false', null])
  element.click()
  expect(onClick).toHaveBeenCalledTimes(1)
  element.dispatchEvent(new CustomEvent('mille-ad:error'))
  expect(onError).toHaveBeenCalledTimes(1)
  await act(async () => view.unmount())
})

test.each(declarations.map(it => [it.tagName, it.events.map(event => event.name)] as const))(
  'the handlers of %s are those of the events in its manifest',
  (tagName, events) => {
    const known = Object.keys(eventNames[tagName as MilleElementName])
    expect(known.map(it => `${tagName}:${it}`).sort()).toEqual([...events].sort())
  }
)

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
