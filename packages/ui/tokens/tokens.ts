/**
 * Single source of every color, size and duration. `tokens.css` is generated from it by `npm run tokens -w
 * packages/ui`.
 */

/** An OKLCH color: lightness 0–1, chroma, hue in degrees, alpha 0–1. */
export type Color = readonly [lightness: number, chroma: number, hue: number, alpha?: number]

/** A color's values in the light and the dark theme. */
export type ColorPair = { readonly light: Color; readonly dark: Color }

const paperHue = 85
const inkHue = 260
const amberHue = 60

export const colors = {
  // Backgrounds, from the page up.
  sunken: { light: [0.962, 0.008, paperHue], dark: [0.145, 0.01, inkHue] },
  paper: { light: [0.985, 0.005, paperHue], dark: [0.175, 0.012, inkHue] },
  surface: { light: [0.998, 0.002, paperHue], dark: [0.208, 0.014, inkHue] },
  hover: { light: [0.95, 0.009, paperHue], dark: [0.255, 0.016, inkHue] },
  overlay: { light: [0.2, 0.02, inkHue, 0.4], dark: [0.08, 0.01, inkHue, 0.66] },

  // Text and line colors.
  ink: { light: [0.2, 0.02, inkHue], dark: [0.955, 0.006, paperHue] },
  'ink-soft': { light: [0.42, 0.018, inkHue], dark: [0.79, 0.01, inkHue] },
  'ink-faint': { light: [0.505, 0.016, inkHue], dark: [0.69, 0.012, inkHue] },
  line: { light: [0.895, 0.009, paperHue], dark: [0.31, 0.014, inkHue] },
  'line-strong': { light: [0.6, 0.015, inkHue], dark: [0.54, 0.014, inkHue] },

  // Bitcoin amber: for the one primary action on a page.
  accent: { light: [0.74, 0.16, amberHue], dark: [0.74, 0.16, amberHue] },
  'accent-hover': { light: [0.7, 0.16, amberHue], dark: [0.79, 0.15, 65] },
  'accent-ink': { light: [0.2, 0.02, inkHue], dark: [0.2, 0.02, inkHue] },
  'accent-text': { light: [0.475, 0.115, 55], dark: [0.82, 0.13, 68] },
  'accent-soft': { light: [0.957, 0.03, 78], dark: [0.275, 0.038, 62] },

  // Colors of incoming and outgoing money and of states. Always used with an icon or a word.
  positive: { light: [0.4, 0.095, 152], dark: [0.83, 0.14, 155] },
  'positive-soft': { light: [0.955, 0.03, 155], dark: [0.27, 0.035, 155] },
  negative: { light: [0.42, 0.155, 27], dark: [0.81, 0.105, 25] },
  'negative-soft': { light: [0.955, 0.02, 25], dark: [0.275, 0.045, 25] },
  warning: { light: [0.43, 0.09, 68], dark: [0.85, 0.12, 80] },
  'warning-soft': { light: [0.957, 0.04, 85], dark: [0.28, 0.04, 75] },
  info: { light: [0.42, 0.09, 250], dark: [0.82, 0.08, 245] },
  'info-soft': { light: [0.957, 0.016, 250], dark: [0.27, 0.035, 255] },
  danger: { light: [0.49, 0.18, 27], dark: [0.53, 0.18, 27] },
  'danger-hover': { light: [0.44, 0.17, 27], dark: [0.48, 0.17, 27] },
  'danger-ink': { light: [0.99, 0.003, paperHue], dark: [0.99, 0.003, paperHue] },

  // Chart colors: they differ in lightness too, so that they can be told apart in a gray print.
  'chart-1': { light: [0.65, 0.15, 57], dark: [0.76, 0.15, 62] },
  'chart-2': { light: [0.36, 0.06, 255], dark: [0.88, 0.03, 250] }
} as const satisfies Record<string, ColorPair>

export type ColorName = keyof typeof colors

/** Six text sizes, in rem, each with its line height. */
export const textSizes = {
  xs: { size: 0.75, line: 1.4 },
  sm: { size: 0.8125, line: 1.5 },
  md: { size: 0.9375, line: 1.55 },
  lg: { size: 1.125, line: 1.4 },
  xl: { size: 1.5, line: 1.25 },
  xxl: { size: 2.25, line: 1.15 }
} as const

/** Spacing steps on the 4 px grid: `--mille-space-3` is 12 px. */
export const spaceSteps = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20] as const

export const others = {
  radius: '6px',
  shadow: [
    '0 0 0 1px light-dark(oklch(0.2 0.02 260 / 0.08), oklch(0.9 0.01 260 / 0.12))',
    '0 12px 32px -8px light-dark(oklch(0.2 0.02 260 / 0.22), oklch(0 0 0 / 0.7))'
  ].join(',\n    '),
  // Controls are 36 px high for a mouse; base.css raises this to 44 px for touch.
  control: '2.25rem',
  'font-text': '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  'font-code':
    'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace',
  'layer-header': '10',
  'layer-popup': '20',
  'layer-dialog': '30',
  'layer-toast': '40',
  'motion-fast': '120ms',
  'motion-slow': '240ms',
  'motion-ease': 'cubic-bezier(0.2, 0, 0, 1)'
} as const
