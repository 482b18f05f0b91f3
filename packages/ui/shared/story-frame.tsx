import type { ComponentType } from 'react'

/** A decorator that gives a story room: as wide as asked, with space around and between. */
export function inFrame(maxWidth = '32rem') {
  return (Story: ComponentType) => (
    <div style={{ maxInlineSize: maxWidth, padding: '1rem', boxSizing: 'border-box' }}>
      <Story />
    </div>
  )
}

/** For stories of several parts. */
export const stack = {
  display: 'grid',
  gap: '1rem',
  gridTemplateColumns: 'minmax(0, 1fr)'
} as const

export const dark = { globals: { theme: 'dark' } }
export const rightToLeft = { globals: { direction: 'rtl' } }

export const longText =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft and the very long name of a thing that someone pasted without reading'
