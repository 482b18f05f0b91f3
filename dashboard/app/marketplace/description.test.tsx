import type { Block, Words } from '@mille/api/marketplace/description-schema.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Description } from './description.tsx'

const text = (words: string): Words => ({ kind: 'text', text: words })
const paragraph = (...children: Words[]): Block => ({ kind: 'paragraph', children })
const list = (start: number | null, is_loose = false): Block => ({
  kind: 'list',
  start,
  is_loose,
  items: [[paragraph(text('a'))], [paragraph(text('b')), { kind: 'code_block', text: 'c' }]]
})
const html = (...tree: Block[]) =>
  renderToStaticMarkup(<Description tree={tree} />).replace(/^<div[^>]*>|<\/div>$/g, '')

test.each<[string, Block]>([
  [
    '<p>a &lt; b<br/><code>c</code></p>',
    paragraph(text('a < b'), { kind: 'break' }, { kind: 'code', text: 'c' })
  ],
  [
    '<p><em><strong>a</strong></em></p>',
    paragraph({ kind: 'emphasis', children: [{ kind: 'strong', children: [text('a')] }] })
  ],
  [
    '<p><a href="https://x.example/?a=1&amp;b=2" rel="nofollow ugc noopener noreferrer" target="_blank">a</a></p>',
    paragraph({ kind: 'link', url: 'https://x.example/?a=1&b=2', children: [text('a')] })
  ],
  ['<h3>a</h3>', { kind: 'heading', level: 1, children: [text('a')] }],
  ['<blockquote><p>a</p></blockquote>', { kind: 'quote', children: [paragraph(text('a'))] }],
  ['<ul><li>a</li><li>b<pre><code>c</code></pre></li></ul>', list(null)],
  ['<ol start="3"><li><p>a</p></li><li><p>b</p><pre><code>c</code></pre></li></ol>', list(3, true)]
])('draws %s', (drawn, block) => {
  expect(html(block)).toBe(drawn)
})
