/** A table of results, and whether all of them are as required. */
export type Finding = {
  /** Name of the table, and of the marks in docs/embeds.md between which it is written. */
  name: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  isGood: boolean
}
