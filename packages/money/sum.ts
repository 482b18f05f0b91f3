export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, it) => sum + it, 0n)
}
