import type { Block, Words } from '@mille/api/marketplace/description-schema.ts'
import MarkdownIt, { type Token } from 'markdown-it'

export type Description = { tree: Block[]; summary: string }

/** A token of the parser with the tokens inside it. */
type Nested = { token: Token; children: Nested[] }
type Item = { blocks: Block[]; isLoose: boolean }

/**
 * Maximum nesting depth and number of nodes. People do not write descriptions beyond these; such a description is
 * refused.
 */
const maxDepth = 24
const maxNodes = 5_000
/** Maximum length of a summary, in characters: more than a card, a search engine or a page's head shows. */
const summaryLength = 500

// References are left as typed: otherwise one long URL could be repeated hundreds of times.
const markdown = new MarkdownIt('commonmark', { maxNesting: 100 }).disable([
  'html_block',
  'reference',
  'code'
])
// `linkOf` decides which URLs become links; readers see them as they were typed.
markdown.validateLink = () => true
markdown.normalizeLink = address => address
markdown.normalizeLinkText = address => address

/**
 * Parses a description into a tree of the supported kinds of blocks, with a summary. Null when it is nested too deeply
 * or has too many parts.
 */
export function readMarkdown(text: string): Description | null {
  const nodes = nest(markdown.parse(text, {}))
  if (!nodes) return null
  const tree = blocksOf(nodes)
  return { tree, summary: summaryOf(tree) }
}

/** Returns the same for a text that could not be parsed: its paragraphs as they were typed. */
export function withoutMarkdown(text: string): Description {
  const paragraphs = text.split(/\n\s*\n/).filter(it => it.trim() !== '')
  const tree = paragraphs.map<Block>(it => ({
    kind: 'paragraph',
    children: [{ kind: 'text', text: it }]
  }))
  return { tree, summary: summaryOf(tree) }
}

function nest(tokens: Token[]): Nested[] | null {
  let count = 0

  function within(tokens: Token[], depth: number): Nested[] | null {
    const root: Nested[] = []
    const open = [root]
    for (const token of tokens) {
      if (token.nesting < 0) open.pop()
      else {
        const inside = depth + open.length
        if (++count > maxNodes || inside > maxDepth) return null
        const children = within(token.children ?? [], inside)
        if (!children) return null
        open.at(-1)?.push({ token, children })
        if (token.nesting > 0) open.push(children)
      }
    }
    return root
  }

  return within(tokens, 0)
}

const blocksOf = (nodes: Nested[]) => nodes.flatMap(blockOf)

function blockOf({ token, children }: Nested): Block[] {
  switch (token.type) {
    case 'paragraph_open':
      return [{ kind: 'paragraph', children: wordsInside(children) }]
    case 'heading_open':
      return [{ kind: 'heading', level: Number(token.tag[1]), children: wordsInside(children) }]
    case 'fence':
      return [{ kind: 'code_block', text: token.content.replace(/\n$/, '') }]
    case 'blockquote_open':
      return [{ kind: 'quote', children: blocksOf(children) }]
    case 'bullet_list_open':
      return [listOf(null, children)]
    case 'ordered_list_open':
      return [listOf(Number(token.attrGet('start') ?? 1), children)]
  }
  // A horizontal rule has no content.
  return []
}

function listOf(start: number | null, children: Nested[]): Block {
  const items = children.map<Item>(item => ({
    blocks: blocksOf(item.children),
    isLoose: item.children.some(it => it.token.type === 'paragraph_open' && !it.token.hidden)
  }))
  return {
    kind: 'list',
    start,
    is_loose: items.some(it => it.isLoose),
    items: items.map(it => it.blocks)
  }
}

const wordsInside = (children: Nested[]) => wordsOf(children.flatMap(it => it.children))

function wordsOf(nodes: Nested[]): Words[] {
  const all: Words[] = []
  for (const one of nodes.flatMap(wordOf)) {
    const last = all.at(-1)
    if (one.kind === 'text' && last?.kind === 'text') last.text += one.text
    else if (one.kind !== 'text' || one.text !== '') all.push(one)
  }
  return all
}

function wordOf({ token, children }: Nested): Words[] {
  switch (token.type) {
    case 'text':
      return [{ kind: 'text', text: token.content }]
    case 'softbreak':
      return [{ kind: 'text', text: '\n' }]
    case 'hardbreak':
      return [{ kind: 'break' }]
    case 'code_inline':
      return [{ kind: 'code', text: token.content }]
    case 'em_open':
      return [{ kind: 'emphasis', children: wordsOf(children) }]
    case 'strong_open':
      return [{ kind: 'strong', children: wordsOf(children) }]
    case 'link_open':
      return linkOf(String(token.attrGet('href')), wordsOf(children))
    // Of a picture, which would reveal its readers' addresses, only the alternative text is kept.
    case 'image':
      return wordsOf(children)
  }
  // HTML tags are dropped; the text between them arrives as separate tokens.
  return []
}

/** Only complete web URLs become links; other links are reduced to their text. */
function linkOf(address: string, children: Words[]): Words[] {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return children
  return [{ kind: 'link', url: url.href, children }]
}

function summaryOf(tree: Block[]): string {
  const all = tree.map(textOfBlock).join(' ').replace(/\s+/g, ' ').trim()
  return all.slice(0, summaryLength).toWellFormed()
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'code_block':
      return block.text
    case 'quote':
      return block.children.map(textOfBlock).join(' ')
    case 'list':
      return block.items.flat().map(textOfBlock).join(' ')
    default:
      return block.children.map(textOfWords).join('')
  }
}

function textOfWords(words: Words): string {
  if (words.kind === 'break') return ' '
  return 'text' in words ? words.text : words.children.map(textOfWords).join('')
}
