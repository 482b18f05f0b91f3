/** One figure of the report, with what it is compared with. */
export type Figure = {
  name: string
  value: number
  unit: string
  /** Result of the same work in a program that does nothing else, in the same run. */
  floor?: number
  ratio?: number
  /** The promised value, and whether the figure meets it. */
  target?: string
  holds?: boolean
}

/** Runs the measurements in turn, round after round, so that a slow phase of the machine affects all of them. */
export async function alternate<Name extends string, Result>(
  rounds: number,
  measurements: Record<Name, () => Promise<Result> | Result>
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(measurements) as Name[]
  const results = Object.fromEntries(names.map(name => [name, []])) as unknown as Record<
    Name,
    Result[]
  >
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await measurements[name]())
  }
  return results
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
