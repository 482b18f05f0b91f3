import { z } from 'zod'

export type Words =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'emphasis' | 'strong'; children: Words[] }
  /** The `url` of a link is absolute, with http or https. */
  | { kind: 'link'; url: string; children: Words[] }

export type Block =
  | { kind: 'paragraph'; children: Words[] }
  | { kind: 'heading'; level: number; children: Words[] }
  | { kind: 'code_block'; text: string }
  | { kind: 'quote'; children: Block[] }
  /**
   * A numbered list has a `start`. A list with empty lines between its items is loose: its paragraphs keep their
   * margins.
   */
  | { kind: 'list'; start: number | null; is_loose: boolean; items: Block[][] }

const text = z.string()

const words: z.ZodType<Words> = z
  .lazy(() =>
    z.union([
      z.object({ kind: z.enum(['text', 'code']), text }),
      z.object({ kind: z.literal('break') }),
      z.object({ kind: z.enum(['emphasis', 'strong']), children: z.array(words) }),
      z.object({ kind: z.literal('link'), url: text, children: z.array(words) })
    ])
  )
  .meta({ id: 'Words', description: 'A part of a line: text, or what is marked in it' })

const block: z.ZodType<Block> = z
  .lazy(() =>
    z.union([
      z.object({ kind: z.literal('paragraph'), children: z.array(words) }),
      z.object({
        kind: z.literal('heading'),
        level: z.number().int().min(1).max(6),
        children: z.array(words)
      }),
      z.object({ kind: z.literal('code_block'), text }),
      z.object({ kind: z.literal('quote'), children: z.array(block) }),
      z.object({
        kind: z.literal('list'),
        start: z.number().int().min(0).nullable(),
        is_loose: z.boolean(),
        items: z.array(z.array(block))
      })
    ])
  )
  .meta({ id: 'Block', description: 'A paragraph of a text, or what is set apart like one' })

/** The tree of a Markdown text, parsed when it was saved. */
export const descriptionTree = z.array(block)
