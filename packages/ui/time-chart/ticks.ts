/**
 * Returns the values of the grid lines, and the end of the axis: round steps from zero to at least the largest value.
 */
export function ticksOf(values: readonly number[]): { ticks: number[]; top: number } {
  const max = Math.max(0, ...values)
  if (max === 0) return { ticks: [0], top: 1 }
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  // Counts such as impressions get whole-number steps only.
  const isWhole = values.every(Number.isInteger)
  const steps = [1, 2, 2.5, 5, 10].map(it => it * power)
  const step = steps.find(it => it >= rough && (!isWhole || Number.isInteger(it))) ?? 1
  const count = Math.ceil(max / step)
  return { ticks: Array.from({ length: count + 1 }, (_, index) => index * step), top: count * step }
}

/** Returns the indexes of as many labels as fit side by side, evenly spaced from the first. */
export function labelsWithRoom(
  count: number,
  labelWidth: number,
  width: number,
  after: number
): number[] {
  if (count === 1) return [0]
  const step = Math.max(1, Math.ceil(((count - 1) * labelWidth) / width))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step).filter(
    // A label that would be cut off at the end is left out.
    index => (1 - index / (count - 1)) * width + after >= labelWidth / 2
  )
}
