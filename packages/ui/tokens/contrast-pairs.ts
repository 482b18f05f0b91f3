import type { ColorName } from './tokens.ts'

const grounds = ['sunken', 'paper', 'surface', 'hover'] as const

/** Pairs of text and background color, with the minimum contrast: 7 is AAA, 4.5 AA, 3 for non-text. */
export const contrastPairs: Array<[text: ColorName, ground: ColorName, ratio: number]> = [
  // Amounts are AAA on every background.
  ...grounds.flatMap(ground =>
    (['ink', 'ink-soft', 'positive', 'negative'] as const).map(
      text => [text, ground, 7] as [ColorName, ColorName, number]
    )
  ),
  ...grounds.flatMap(ground =>
    (['ink-faint', 'accent-text', 'warning', 'info'] as const).map(
      text => [text, ground, 4.5] as [ColorName, ColorName, number]
    )
  ),
  ['positive', 'positive-soft', 4.5],
  ['negative', 'negative-soft', 4.5],
  ['warning', 'warning-soft', 4.5],
  ['info', 'info-soft', 4.5],
  ['accent-text', 'accent-soft', 4.5],
  ['ink', 'positive-soft', 7],
  ['ink', 'negative-soft', 7],
  ['ink', 'warning-soft', 7],
  ['ink', 'info-soft', 7],
  ['accent-ink', 'accent', 4.5],
  ['accent-ink', 'accent-hover', 4.5],
  ['danger-ink', 'danger', 4.5],
  ['danger-ink', 'danger-hover', 4.5],
  ['paper', 'ink', 4.5],
  // Borders of controls and lines of charts are non-text, so 3:1 is enough.
  ['line-strong', 'paper', 3],
  ['line-strong', 'surface', 3],
  ['chart-1', 'surface', 3],
  ['chart-2', 'surface', 3]
]
