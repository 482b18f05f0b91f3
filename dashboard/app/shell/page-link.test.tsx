import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { PageLink } from './page-link.tsx'

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
  const link = <PageLink href={href}>A link</PageLink>
  const router = createMemoryRouter([{ path: '*', element: link }])
  flushSync(() => root.render(<RouterProvider router={router} />))
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 })
  place.querySelector('a')?.dispatchEvent(press)
  expect(press.defaultPrevented).toBe(isOwn)
  root.unmount()
  place.remove()
})
