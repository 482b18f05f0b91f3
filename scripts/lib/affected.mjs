// @ts-check

/** @typedef {{ source: string, dependents?: string[] }} Module */

/**
 * The tests that a change reaches through imports, nearest first.
 * @param {readonly Module[]} modules the graph of imports, with who imports each
 * @param {readonly string[]} changed
 * @returns {string[]}
 */
export function affectedTests(modules, changed) {
  const dependents = new Map(modules.map(it => [it.source, it.dependents ?? []]))
  const reached = new Set(changed.filter(path => dependents.has(path)))
  // Iterating over a set includes what is added meanwhile: first all direct dependents, then theirs.
  for (const path of reached) for (const next of dependents.get(path) ?? []) reached.add(next)
  return [...reached].filter(path => /\.test\.tsx?$/.test(path))
}
