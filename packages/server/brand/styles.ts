import { accentColors } from '@mille/api/brand/accent.ts'

/**
 * Returns the colors of a network as a style sheet for the shadow root of a widget: the tokens `--mille-accent`,
 * `--mille-accent-hover`, and so on, in both themes, which notes have too. The server writes it, because the size of every widget is limited.
 */
export function stylesOf(accent: string | null): string | null {
  if (accent === null) return null
  const tokens = Object.entries(accentColors(accent)).map(
    ([name, { light, dark }]) =>
      `--mille-accent${name === 'accent' ? '' : `-${name}`}:light-dark(${light},${dark})`
  )
  const ofNotes = [
    '--mille-info:var(--mille-accent-text)',
    '--mille-info-soft:var(--mille-accent-soft)'
  ]
  return `:host{${[...tokens, ...ofNotes].join(';')}}`
}
