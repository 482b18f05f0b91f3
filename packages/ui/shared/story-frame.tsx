import type { ComponentType } from 'react'

/** Returns a decorator that renders a story at a maximum width, with padding around it and gaps between its parts. */
export function inFrame(maxWidth = '32rem') {
  return (Story: ComponentType) => (
    <div style={{ maxInlineSize: maxWidth, padding: '1rem', boxSizing: 'border-box' }}>
      <Story />
    </div>
  )
}

/** Styles for stories with several parts: a grid with gaps. */
export const stack = {
  display: 'grid',
  gap: '1rem',
  gridTemplateColumns: 'minmax(0, 1fr)'
} as const

export const dark = { globals: { theme: 'dark' } }
export const rightToLeft = { globals: { direction: 'rtl' } }

export const longText =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft and the very long name of a thing that someone pasted without reading'
