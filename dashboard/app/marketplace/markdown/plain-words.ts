import type { Inline } from './read-inline.ts'
import { type Block, readMarkdown } from './read-markdown.ts'

/** More than any of the places shows. A page may have many such texts, which strangers wrote. */
const maxLength = 1_000

/** The first words of a Markdown text, for places that show a few lines of it. */
export function plainWords(markdown: string): string {
  return readMarkdown(markdown.slice(0, maxLength))
    .map(ofBlock)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function ofBlock(block: Block): string {
  if (block.kind === 'code') return block.text
  if (block.kind === 'quote') return block.blocks.map(ofBlock).join(' ')
  if (block.kind === 'list') return block.items.map(it => it.map(ofBlock).join(' ')).join(' ')
  return block.words.map(ofWord).join('')
}

function ofWord(word: Inline): string {
  if (word.kind === 'break') return ' '
  return 'text' in word ? word.text : word.children.map(ofWord).join('')
}
