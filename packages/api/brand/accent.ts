/** A color's values in the light and the dark theme, such as `#b45309`. */
export type AccentPair = { light: string; dark: string }
/** What a network's accent color replaces in each theme: the tokens `--mille-accent`, `--mille-accent-hover`, and so on. */
export type AccentColors = Record<'accent' | 'hover' | 'ink' | 'text' | 'soft', AccentPair>

/** Minimum contrast of text (WCAG 2.2, level AA). */
export const minContrast = 4.5

/** The darkest background of the light theme and the lightest of the dark one, which are those of hovered rows. */
export const accentGrounds = { light: '#f1eee8', dark: '#1e232b' } as const
const surface = { light: '#ffffff', dark: '#14181e' } as const
const ink = { light: '#ffffff', dark: '#11161f' } as const
const black = '#000000'
const white = '#ffffff'

const isHex = /^#[0-9a-f]{6}$/

/**
 * Checks an accent color, written as `#rrggbb`: it must be readable as text on every background of the light theme, and
 * so must white text on it. `nearest` is the color with the least black mixed in that passes. No color is readable both
 * under white text and on a dark background, so the dark theme has a lighter one, which `accentColors` makes.
 */
export function checkAccent(
  hex: string
): { ok: true } | { ok: false; contrast: number; nearest: string } | { ok: false; nearest: null } {
  if (!isHex.test(hex)) return { ok: false, nearest: null }
  const contrast = contrastOf(hex, accentGrounds.light)
  if (contrast >= minContrast) return { ok: true }
  const passes = (color: string) => contrastOf(color, accentGrounds.light) >= minContrast
  return { ok: false, contrast, nearest: mixUntil(hex, black, passes) }
}

/** Returns why a color is refused, as a message about its field; null if it is accepted. */
export function accentProblem(hex: string): string | null {
  const checked = checkAccent(hex)
  if (checked.ok) return null
  if (checked.nearest === null) return 'must be a color such as #0b57d0'
  return `has a contrast of ${checked.contrast.toFixed(1)}:1, and text needs ${minContrast}:1. The nearest color that passes is ${checked.nearest}`
}

/** Returns the colors of both themes for an accent color that passes `checkAccent`. */
export function accentColors(hex: string): AccentColors {
  const soft = { light: mix(surface.light, hex, 0.06), dark: mix(surface.dark, hex, 0.16) }
  const dark = mixUntil(hex, white, color =>
    [accentGrounds.dark, soft.dark].every(it => contrastOf(color, it) >= minContrast)
  )
  return {
    accent: { light: hex, dark },
    hover: { light: mix(hex, black, 0.12), dark: mix(dark, white, 0.2) },
    ink,
    text: { light: hex, dark },
    soft
  }
}

/** WCAG 2.2 contrast ratio of two colors, 1 to 21. */
export function contrastOf(first: string, second: string): number {
  const [a, b] = [luminanceOf(first), luminanceOf(second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(hex).map(it => {
    const part = it / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mixUntil(hex: string, other: string, passes: (color: string) => boolean): string {
  for (let step = 0; step < 256; step += 1) {
    const color = mix(hex, other, step / 256)
    if (passes(color)) return color
  }
  return other
}

function mix(hex: string, other: string, share: number): string {
  const others = partsOf(other)
  const parts = partsOf(hex).map((it, at) => Math.round(it + ((others[at] ?? 0) - it) * share))
  return `#${parts.map(it => it.toString(16).padStart(2, '0')).join('')}`
}

function partsOf(hex: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
}
