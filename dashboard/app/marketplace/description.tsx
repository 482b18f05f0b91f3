import type { Block, Words } from '@mille/api/marketplace/description-schema.ts'
import { createContext, memo, type ReactNode, useContext } from 'react'
import styles from './description.module.css'

export type DescriptionProps = {
  tree: Block[]
  /** The element of its headings: the level below the page's last heading before it. */
  heading?: 'h2' | 'h3'
}

const HeadingContext = createContext<'h2' | 'h3'>('h3')

type List = Extract<Block, { kind: 'list' }>

/**
 * A description written by another user, as parsed by the server: no HTML, no pictures, and links without endorsement.
 */
export const Description = memo(function Description({ tree, heading = 'h3' }: DescriptionProps) {
  return (
    <HeadingContext value={heading}>
      <div className={styles.description}>{drawBlocks(tree)}</div>
    </HeadingContext>
  )
})

/** Every heading has the same level, because the page's own headings are above it. */
function Heading({ children }: { children: ReactNode }) {
  const Tag = useContext(HeadingContext)
  return <Tag>{children}</Tag>
}

/** Blocks are never reordered, so their index can be their key. */
const drawBlocks = (blocks: Block[]) => blocks.map(drawBlock)
const drawWords = (words: Words[]) => words.map(drawWord)

function drawBlock(block: Block, place: number): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p key={place}>{drawWords(block.children)}</p>
    case 'heading':
      return <Heading key={place}>{drawWords(block.children)}</Heading>
    case 'code_block':
      return (
        <pre key={place}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return <blockquote key={place}>{drawBlocks(block.children)}</blockquote>
    case 'list':
      return drawList(block, place)
  }
}

function drawList({ items, start, is_loose }: List, place: number): ReactNode {
  const drawn = items.map(is_loose ? drawLooseItem : drawTightItem)
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

/** Draws the text of a tight list item, without a paragraph element. */
function drawTight(block: Block, place: number): ReactNode {
  return block.kind === 'paragraph' ? drawWords(block.children) : drawBlock(block, place)
}

function drawWord(words: Words, place: number): ReactNode {
  switch (words.kind) {
    case 'text':
      return words.text
    case 'code':
      return <code key={place}>{words.text}</code>
    case 'break':
      return <br key={place} />
    case 'strong':
      return <strong key={place}>{drawWords(words.children)}</strong>
    case 'emphasis':
      return <em key={place}>{drawWords(words.children)}</em>
    case 'link':
      return (
        <a key={place} href={words.url} rel="nofollow ugc noopener noreferrer" target="_blank">
          {drawWords(words.children)}
        </a>
      )
  }
}
