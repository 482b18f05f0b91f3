import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'
import { plainWords } from './plain-words.ts'

/** What an offer's description may have. */
const length = 5_000
const html = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} />).replace(/^<div[^>]*>|<\/div>$/g, '')

test.each([
  [
    'Hello **bold** and *em* and _em_ and __strong__',
    '<p>Hello <strong>bold</strong> and <em>em</em> and <em>em</em> and <strong>strong</strong></p>'
  ],
  ['***both***', '<p><em><strong>both</strong></em></p>'],
  ['*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
  ['***a** b*', '<p><em><strong>a</strong> b</em></p>'],
  ['**「a」**b and (*c*)', '<p>**「a」**b and (<em>c</em>)</p>'],
  ['a * b * c, 2*3, snake_case_word, \\*no\\*', '<p>a * b * c, 2*3, snake_case_word, *no*</p>'],
  ['a  \nb\\\nc\nd', '<p>a<br/>b<br/>c\nd</p>'],
  ['`code` and ``a`b`` and `*c', '<p><code>code</code> and <code>a`b</code> and `*c</p>'],
  [
    '# One #\nTwo\n===\nThree\n---\n####### four',
    '<h3>One</h3><h3>Two</h3><h3>Three</h3><p>####### four</p>'
  ],
  ['---\na\n\n* * *\nb', '<p>a</p><p>b</p>'],
  [
    '- a\n  - b\n    - c\n- d',
    '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>'
  ],
  ['- a\nlazy\n\n* b', '<ul><li>a\nlazy</li></ul><ul><li>b</li></ul>'],
  [
    '1. a\n2. b\n\n   more\n3. c',
    '<ol><li><p>a</p></li><li><p>b</p><p>more</p></li><li><p>c</p></li></ol>'
  ],
  ['3) a\n4) b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['Born in\n1986. A year', '<p>Born in\n1986. A year</p>'],
  ['Two:\n- a\n- b', '<p>Two:</p><ul><li>a</li><li>b</li></ul>'],
  [
    '> a\n> > b\nlazy\n\nc',
    '<blockquote><p>a</p><blockquote><p>b\nlazy</p></blockquote></blockquote><p>c</p>'
  ],
  ['> - a\n>\n> b', '<blockquote><ul><li>a</li></ul><p>b</p></blockquote>'],
  ['```js\n*x*\n\n- y\n```\nz', '<pre><code>*x*\n\n- y</code></pre><p>z</p>'],
  ['a [b c ] d] [e][f]', '<p>a [b c ] d] [e][f]</p>'],
  ['a <b>bold</b> <!-- x --> c < d', '<p>a bold  c &lt; d</p>'],
  ['![words](https://x.example/y.png)', '<p>words</p>'],
  ['', '']
])('draws %j', (text, drawn) => {
  expect(html(text)).toBe(drawn)
})

test.each([
  ['[a](https://x.example "title")', 'https://x.example/', 'a'],
  ['[a]( <https://x.example/b_(c)> )', 'https://x.example/b_(c)', 'a'],
  ['[a](https://x.example/b_(c))', 'https://x.example/b_(c)', 'a'],
  ['<https://x.example/?a=1>', 'https://x.example/?a=1', 'https://x.example/?a=1'],
  ['[*a* `b`](https://x.example)', 'https://x.example/', '<em>a</em> <code>b</code>']
])('links %j', (text, href, words) => {
  const rel = 'rel="nofollow ugc noopener noreferrer" target="_blank"'
  expect(html(text)).toBe(`<p><a href="${href}" ${rel}>${words}</a></p>`)
})

test('there is no link inside of a link', () => {
  const drawn = html('[a [b](https://x.example) c](https://y.example)')
  expect(drawn.match(/<a /g)).toHaveLength(1)
  expect(drawn).toContain('c](https://y.example)')
})

test('shows the first words of a long text at once', () => {
  expect(plainWords(`${'word '.repeat(900)}end`)).toMatch(/^word( word){198,199}$/)
})

const pieces = [
  ...['*', '_', '**', '__', '***', '`', '``', '```', '~~~', '[', ']', '![', '](', '](a)', '(', ')'],
  ...[
    '- ',
    '* ',
    '+ ',
    '1. ',
    '1) ',
    '> ',
    '>',
    '# ',
    '#',
    '=',
    '---',
    '\n',
    '\n\n',
    '  \n',
    '\\\n',
    '\t'
  ],
  ...[
    '<',
    '>',
    '<a>',
    '</a>',
    '<!--',
    '<https://a.b>',
    '\\',
    '&amp;',
    ' ',
    '    ',
    '"',
    "'",
    '!',
    ':'
  ],
  ...[
    'a',
    'word ',
    'é',
    '😀',
    '\0',
    '\u2028',
    '[a]: b',
    '[a](https://b.example "c")',
    '  - a',
    'a\n=\n'
  ]
]

test('no description costs much to draw, whatever it repeats', () => {
  const repeated = (parts: string[]) => parts.join('').repeat(length).slice(0, length)
  const halves = (a: string[], b: string[]) =>
    repeated(a).slice(0, length / 2) + repeated(b).slice(0, length / 2)
  const part = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.oneof(
        part.map(repeated),
        fc.tuple(part, part).map(([a, b]) => halves(a, b))
      ),
      text => void expect(cost(text)).toBeLessThan(100)
    ),
    { numRuns: 100 }
  )
  // Of time, which other tests take too.
}, 60_000)

test.each(['*a_', '_*', '*_', '[*', '- ', '> - ', '1. ', 'a\n=\n', '-\n', '![', '[a](', '`', '<'])(
  'draws nothing but %j in no time, nested as deeply as anybody writes',
  piece => {
    // A line of nothing but dashes would be a rule, and no list.
    const text = `${piece.repeat(length).slice(0, length - 1)}a`
    expect(cost(text)).toBeLessThan(100)
    expect(html(text).match(/^(<(?:ul|ol|li|blockquote|p|em|strong)>)*/)?.[0].length).toBeLessThan(
      200
    )
  }
)

/** The least milliseconds of processor in three tries: once, the collector of garbage or the compiler may take some too. */
function cost(text: string): number {
  const tries = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage()
    html(text)
    return process.threadCpuUsage(before).user / 1000
  })
  return Math.min(...tries)
}
