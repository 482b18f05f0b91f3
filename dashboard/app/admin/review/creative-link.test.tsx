import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CreativeLink } from './creative-link.tsx'

test('an operator sees the link as it was written and opens the page that a click would open', () => {
  const link = 'https://shop.example/{unit}?from={site}'
  expect(renderToStaticMarkup(<CreativeLink link={link} />)).toBe(
    '<a href="https://shop.example/1?from=blog.example" target="_blank" rel="noopener noreferrer nofollow"><bdi dir="ltr">' +
      `${link}</bdi></a>`
  )
})
