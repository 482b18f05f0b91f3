/** One figure of the report, beside what it is measured against. */
export type Figure = {
  name: string
  value: number
  unit: string
  /** The same work by something that does nothing else, in the same run. */
  floor?: number
  ratio?: number
  /** What was promised, and whether it holds. */
  target?: string
  holds?: boolean
}

/** Runs each measurement in turn, again and again: a machine that is slow for a while is so for all of them. */
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
