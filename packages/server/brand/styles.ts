import { type AccentColors, accentColors } from '@mille/api/brand/accent.ts'

/** Returns the style sheet of a network with an accent color; null for the built-in colors. */
export function stylesOf(accent: string | null): string | null {
  return accent === null ? null : sheetOf(accentColors(accent))
}

/**
 * Returns the colors of a network as a style sheet for the shadow root of a widget: the tokens `--mille-accent`,
 * `--mille-accent-hover`, and so on, in both themes, which notes have too. The server writes it, because the size of every widget is limited.
 */
export function sheetOf(colors: AccentColors): string {
  const tokens = Object.entries(colors).map(
    ([name, { light, dark }]) =>
      `--mille-accent${name === 'accent' ? '' : `-${name}`}:light-dark(${light},${dark})`
  )
  const ofNotes = [
    '--mille-info:var(--mille-accent-text)',
    '--mille-info-soft:var(--mille-accent-soft)'
  ]
  return `:host{${[...tokens, ...ofNotes].join(';')}}`
}
