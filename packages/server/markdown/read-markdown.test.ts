import type { Block, Words } from '@mille/api/marketplace/description-schema.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMarkdown } from './read-markdown.ts'

/** Maximum length of an offer's description, in characters. */
const length = 5_000
const text = (words: string): Words => ({ kind: 'text', text: words })
const paragraph = (...children: Words[]): Block => ({ kind: 'paragraph', children })
const treeOf = (markdown: string) => readMarkdown(markdown)?.tree

test.each<[string, Words[]]>([
  ['**b** and *e*', [strong('b'), text(' and '), emphasis(text('e'))]],
  ['***both***', [emphasis(strong('both'))]],
  ['a  \nb\nc', [text('a'), { kind: 'break' }, text('b\nc')]],
  ['`c` \\*no\\* &amp;', [{ kind: 'code', text: 'c' }, text(' *no* &')]],
  ['a <b>bold</b> <!-- x --> c < d', [text('a bold  c < d')]],
  ['<script>alert(1)</script>', [text('alert(1)')]],
  ['![*some* words](https://spy.example/pixel.png)', [emphasis(text('some')), text(' words')]],
  ['[a *b*](https://x.example)', [link('https://x.example/', text('a '), emphasis(text('b')))]],
  ['<https://xn--80ak6aa92e.com>', [linkTo('https://xn--80ak6aa92e.com')]],
  ['[a][b]\n[b]: https://x.example', [text('[a][b]\n[b]: https://x.example')]],
  ['    not code', [text('not code')]]
])('reads the words of %j', (markdown, words) => {
  expect(treeOf(markdown)).toEqual([paragraph(...words)])
})

test.each<[string, Block[]]>([
  ['### One\n\n***\n\nTwo', [heading(3, 'One'), paragraph(text('Two'))]],
  ['> a\n> > b', [quote(paragraph(text('a')), quote(paragraph(text('b'))))]],
  ['```js\n*x*\n\n- y\n```', [{ kind: 'code_block', text: '*x*\n\n- y' }]],
  ['- a\n  - b', [list(null, [paragraph(text('a')), list(null, [paragraph(text('b'))])])]],
  ['3) a\n4) b', [list(3, [paragraph(text('a'))], [paragraph(text('b'))])]],
  [
    '* a\n\n* b',
    [{ ...list(null, [paragraph(text('a'))], [paragraph(text('b'))]), is_loose: true }]
  ],
  ['', []]
])('reads the blocks of %j', (markdown, tree) => {
  expect(treeOf(markdown)).toEqual(tree)
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&colon;alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x "onclick=alert(1)")',
  '[x](/logout)',
  '[x](//shop.example)'
])('of %j the words are left', markdown => {
  const tree = treeOf(markdown)
  expect(JSON.stringify(tree)).toContain('x')
  expect(JSON.stringify(tree)).not.toContain('"url"')
})

test('an address cannot end its attribute', () => {
  expect(treeOf('<https://a.example/"onmouseover="alert(1)>')).toEqual([
    paragraph(
      link(
        'https://a.example/%22onmouseover=%22alert(1)',
        text('https://a.example/"onmouseover="alert(1)')
      )
    )
  ])
})

test('the summary has the first words, without their marks', () => {
  const summaryOf = (markdown: string) => readMarkdown(markdown)?.summary
  expect(summaryOf('## Who\n\n- **we** [write](https://x.example)\n- `code`\n\n> a  \n> b')).toBe(
    'Who we write code a b'
  )
  expect(summaryOf('word '.repeat(900))).toMatch(/^word( word){99}$|^(word ){100}$/)
  expect(summaryOf(`${'a'.repeat(499)}😀`)?.isWellFormed()).toBe(true)
})

test.each(['> ', '- ', '1. ', '*a **b '])(
  'a text nested as deeply as %j repeated is refused',
  piece => {
    const nested = (times: number) => `${piece.repeat(times)}c${'** b*'.repeat(times)}`
    expect(readMarkdown(nested(5))).not.toBeNull()
    expect(readMarkdown(nested(50))).toBeNull()
  }
)

test('the longest list of short words is read', () => {
  expect(readMarkdown('- ab\n'.repeat(length / 5))).not.toBeNull()
  expect(readMarkdown('*a*\n'.repeat(length))).toBeNull()
})

const pieces = [
  ...[
    '*',
    '_',
    '**',
    '***',
    '`',
    '``',
    '```',
    '~~~',
    '[',
    ']',
    '![',
    '](',
    '](a)',
    '(',
    ')',
    '*a_'
  ],
  ...[
    '- ',
    '* ',
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
  ...['<', '<a>', '</a>', '<!--', '<https://a.b>', '\\', '&amp;', ' ', '    ', '"', "'", '!', ':'],
  ...['a', 'word ', 'é', '😀', '[a]: b', '[a](https://b.example "c")', '  - a', 'a\n=\n', '- a\n']
]

test('no description costs much to read, whatever it repeats', () => {
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
      markdown => void expect(cost(markdown)).toBeLessThan(1_000)
    ),
    { numRuns: 100 }
  )
  // The timeout is in real time, of which other tests also take a share.
}, 60_000)

/**
 * Returns the processor time in milliseconds. The limit is a fifth of a worker thread's deadline, which leaves room for
 * slower machines.
 */
function cost(markdown: string): number {
  const before = process.threadCpuUsage()
  readMarkdown(markdown)
  return process.threadCpuUsage(before).user / 1000
}

function strong(words: string): Words {
  return { kind: 'strong', children: [text(words)] }
}

function emphasis(...children: Words[]): Words {
  return { kind: 'emphasis', children }
}

function link(url: string, ...children: Words[]): Words {
  return { kind: 'link', url, children }
}

function linkTo(typed: string): Words {
  return link(`${typed}/`, text(typed))
}

function heading(level: number, words: string): Block {
  return { kind: 'heading', level, children: [text(words)] }
}

function quote(...children: Block[]): Block {
  return { kind: 'quote', children }
}

function list(start: number | null, ...items: Block[][]) {
  return { kind: 'list' as const, start, is_loose: false, items }
}
