import axe, { type RunOptions } from 'axe-core'
import { expect } from 'storybook/test'

/**
 * An accessibility check costs as much time as drawing the page. The full run checks every story; the short run checks
 * the same third of them each time.
 */
export const isProof = import.meta.env.MILLE_PROOF === 'full'
const parts = 3

/** Returns whether axe checks this story in this run. */
export function isLookedAt(id: string): boolean {
  const sum = [...id].reduce((all, letter) => all + letter.charCodeAt(0), 0)
  return isProof || sum % parts === 0
}

/**
 * The modes in which every story must have no accessibility violations. The addon checks the story's own mode; the full
 * run checks the other modes too, with the same rules.
 */
const modes = [
  { theme: 'light', direction: 'ltr' },
  { theme: 'dark', direction: 'ltr' },
  { theme: 'light', direction: 'rtl' }
] as const

/** The axe context that both the addon and the checks of the other modes use. */
export const axeContext = {
  include: ['body'],
  // Base UI's focus guards around a popup pass the focus on at once, but axe reports them as hidden focusable elements.
  exclude: ['[data-base-ui-focus-guard]']
}

export const axeOptions = {
  resultTypes: ['violations'],
  rules: { region: { enabled: false } }
} satisfies RunOptions

/** Checks the story, as its play test has left it, in every mode except the one it was drawn in. */
export async function checkOtherModes(drawn: { theme: string; direction: string }): Promise<void> {
  const root = document.documentElement
  // The test browser prefers the light theme, so a story that follows the system was drawn in light.
  const own = drawn.theme === 'dark' ? 'dark' : 'light'
  const before = { theme: root.dataset.theme, dir: root.dir }
  const still = new CSSStyleSheet()
  // Transitions are off, because a color in transition between two themes belongs to neither theme.
  still.replaceSync(
    '*, ::before, ::after { transition: none !important; animation: none !important }'
  )
  document.adoptedStyleSheets.push(still)
  try {
    for (const { theme, direction } of modes) {
      if (own === theme && drawn.direction === direction) continue
      root.dataset.theme = theme
      root.dir = direction
      const { violations } = await axe.run(
        { include: axeContext.include, exclude: axeContext.exclude },
        axeOptions
      )
      const found = violations.map(it => `${it.id}: ${it.nodes.map(node => node.html).join(' ')}`)
      expect(found, `axe, ${theme}, ${direction}`).toEqual([])
    }
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(it => it !== still)
    root.dir = before.dir
    if (before.theme === undefined) delete root.dataset.theme
    else root.dataset.theme = before.theme
  }
}
