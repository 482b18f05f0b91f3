import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { limitNesting } from './limit-nesting.ts'
import { Markdown } from './markdown.tsx'

const length = 5_000

for (const mark of ['- ', '> ', '>', '>- ', '1. ', '2) > ', '  * ']) {
  test(`a description of nothing but “${mark}” is drawn`, () => {
    const text = mark.repeat(length / mark.length)
    const html = renderToString(<Markdown>{text}</Markdown>)
    expect(html.match(/<(ul|ol|blockquote)/g)?.length ?? 0).toBeLessThanOrEqual(8)
    expect(limitNesting(`${text}end`)).toMatch(/end$/)
  })
}

test('what people write stays as it is', () => {
  const text = [
    'Words - with dashes > and signs',
    '- one\n  - two\n    - three',
    '> quoted\n> > twice',
    '***\n**bold** and *soft*\n1. first\n10) tenth',
    `${'> '.repeat(8)}deep`
  ].join('\n\n')
  expect(limitNesting(text)).toBe(text)
})
