/** A table of what was found, and whether all of it is as it has to be. */
export type Finding = {
  /** Also the mark in docs/embeds.md between whose lines it is written. */
  name: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  isGood: boolean
}
