import { memo, type ReactNode } from 'react'
import styles from './markdown.module.css'
import type { Inline } from './read-inline.ts'
import { type Block, readMarkdown } from './read-markdown.ts'

type List = Extract<Block, { kind: 'list' }>
type Link = Extract<Inline, { kind: 'link' }>

/** Text of another person: no HTML, no pictures that would reveal its readers, and links without endorsement. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className={styles.markdown}>{drawBlocks(readMarkdown(text))}</div>
})

/** What is drawn once is never moved: its place is its key. */
const drawBlocks = (blocks: Block[]) => blocks.map(drawBlock)
const drawWords = (words: Inline[]) => words.map(drawWord)

function drawBlock(block: Block, place: number): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p key={place}>{drawWords(block.words)}</p>
    case 'heading':
      return <h3 key={place}>{drawWords(block.words)}</h3>
    case 'code':
      return (
        <pre key={place}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return <blockquote key={place}>{drawBlocks(block.blocks)}</blockquote>
    case 'list':
      return drawList(block, place)
  }
}

function drawList({ items, start, isLoose }: List, place: number): ReactNode {
  const drawn = items.map(isLoose ? drawLooseItem : drawTightItem)
  if (start === null) return <ul key={place}>{drawn}</ul>
  return (
    <ol key={place} {...(start !== 1 && { start })}>
      {drawn}
    </ol>
  )
}

function drawLooseItem(blocks: Block[], place: number): ReactNode {
  return <li key={place}>{drawBlocks(blocks)}</li>
}

function drawTightItem(blocks: Block[], place: number): ReactNode {
  return <li key={place}>{blocks.map(drawTight)}</li>
}

/** In a list without empty lines, the text is not in paragraphs. */
function drawTight(block: Block, place: number): ReactNode {
  return block.kind === 'paragraph' ? drawWords(block.words) : drawBlock(block, place)
}

function drawWord(word: Inline, place: number): ReactNode {
  switch (word.kind) {
    case 'text':
      return word.text
    case 'code':
      return <code key={place}>{word.text}</code>
    case 'break':
      return <br key={place} />
    case 'strong':
      return <strong key={place}>{drawWords(word.children)}</strong>
    case 'emphasis':
      return <em key={place}>{drawWords(word.children)}</em>
    case 'link':
      return drawLink(word, place)
  }
}

function drawLink({ address, children }: Link, place: number): ReactNode {
  const href = safeAddress(address)
  if (href === '') return drawWords(children)
  return (
    <a key={place} href={href} rel="nofollow ugc noopener noreferrer" target="_blank">
      {drawWords(children)}
    </a>
  )
}

/** Only complete addresses of the web become links. */
function safeAddress(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : ''
}
