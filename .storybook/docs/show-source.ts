import type { Decision } from '@mille/api/delivery/protocol.ts'
import { widgetOfTitle } from './elements.ts'
import { type Attributes, snippetsOf, usualAttributes } from './snippets.ts'

type Context = { title: string; args: Record<string, unknown> }

/** Returns the code shown below a story. For a widget, this is the code that a publisher pastes. */
export function showSource(code: string, { title, args }: Context): string {
  const name = widgetOfTitle(title)
  if (!name) return code
  const attributes = name === 'ad' ? adAttributes(args) : ownAttributes(args, usualAttributes[name])
  return snippetsOf(name, attributes)[0]?.code ?? code
}

function adAttributes({ decision, theme }: Context['args']): Attributes {
  const { size, position, stickySide } = decision as Decision
  const sticky = position === 'sticky' ? { position, 'sticky-side': stickySide } : {}
  return { unit: '12', size, ...sticky, ...(typeof theme === 'string' && { theme }) }
}

/** Returns the story's arguments that are attributes of the element. */
function ownAttributes(args: Context['args'], usual: Attributes): Attributes {
  const given = Object.entries(args).filter(
    ([name, value]) => name in usual && (typeof value === 'string' || typeof value === 'number')
  )
  const written = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
  return { ...usual, ...written }
}
