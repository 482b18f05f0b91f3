// @ts-check

/** @typedef {{ source: string, dependents?: string[] }} Module */

/**
 * Returns the tests that a change reaches through imports, nearest first.
 * @param {readonly Module[]} modules graph of imports, with the dependents of each module
 * @param {readonly string[]} changed
 * @returns {string[]}
 */
export function affectedTests(modules, changed) {
  const dependents = new Map(modules.map(it => [it.source, it.dependents ?? []]))
  const reached = new Set(changed.filter(path => dependents.has(path)))
  // Iterating over a set includes elements added during the iteration: first all direct dependents, then their
  // dependents.
  for (const path of reached) for (const next of dependents.get(path) ?? []) reached.add(next)
  return [...reached].filter(path => /\.test\.tsx?$/.test(path))
}
