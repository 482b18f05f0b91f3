import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { PageLink } from './page-link.tsx'

// A press changes the router's state outside of any `act`.
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false))

test.each([
  ['/campaigns', true],
  ['?page=2', true],
  ['?page=2#rows', true],
  ['#rows', false],
  ['/api/v1/reports.csv', false],
  ['https://elsewhere.example/', false],
  ['//elsewhere.example/', false]
])('a press on a link to %s changes the page without a reload: %s', (href, isOwn) => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  flushSync(() =>
    root.render(
      <MemoryRouter>
        <PageLink href={href}>A link</PageLink>
      </MemoryRouter>
    )
  )
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 })
  place.querySelector('a')?.dispatchEvent(press)
  expect(press.defaultPrevented).toBe(isOwn)
  root.unmount()
  place.remove()
})
