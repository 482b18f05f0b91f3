import axe, { type RunOptions } from 'axe-core'
import { expect } from 'storybook/test'

/**
 * Each look at a page costs as much as drawing it: the long proof takes all of them, the loop one for every third story, always
 * the same ones.
 */
export const isProof = import.meta.env.MILLE_PROOF === 'full'
const parts = 3

/** Whether this run lets axe look at a story. */
export function isLookedAt(id: string): boolean {
  const sum = [...id].reduce((all, letter) => all + letter.charCodeAt(0), 0)
  return isProof || sum % parts === 0
}

/**
 * The modes in which every story must be without a violation. The addon checks the one that a story is in; in the long
 * proof the others follow, with the same rules.
 */
const modes = [
  { theme: 'light', direction: 'ltr' },
  { theme: 'dark', direction: 'ltr' },
  { theme: 'light', direction: 'rtl' }
] as const

/** The same for the addon and for the other modes. */
export const axeContext = {
  include: ['body'],
  // Base UI's guards around a popup pass the focus on at once; axe takes them for hidden stops.
  exclude: ['[data-base-ui-focus-guard]']
}

export const axeOptions = {
  resultTypes: ['violations'],
  rules: { region: { enabled: false } }
} satisfies RunOptions

/** Checks the story, as its play test has left it, in the modes that it was not drawn in. */
export async function checkOtherModes(drawn: { theme: string; direction: string }): Promise<void> {
  const root = document.documentElement
  // The tests' browser prefers light, which is what a story that follows the system was drawn in.
  const own = drawn.theme === 'dark' ? 'dark' : 'light'
  const before = { theme: root.dataset.theme, dir: root.dir }
  const still = new CSSStyleSheet()
  // A color in transition between two themes belongs to neither.
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
