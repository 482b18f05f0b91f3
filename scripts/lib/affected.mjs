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
  // A set goes on with what is added while it is walked: first all at one step, then all at two.
  for (const path of reached) for (const next of dependents.get(path) ?? []) reached.add(next)
  return [...reached].filter(path => /\.test\.tsx?$/.test(path))
}
