/**
 * What a preview can show besides a creative: a sample ad with its label, a house ad, what the unit shows without an ad
 * and a house ad, an empty place that collapses, and a sticky ad that the reader has closed.
 */
export const previewStates = ['sample', 'house_ad', 'fallback', 'empty', 'closed'] as const
export type PreviewState = (typeof previewStates)[number]
