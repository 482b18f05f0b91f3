// @ts-check
import { parseAst } from 'rollup/parseAst'

/** Properties of an `endpoint(…)` call that only the server and the OpenAPI document read. */
const serverParts = [
  'summary',
  'errors',
  'scopes',
  'auth',
  'stepUp',
  'anyOrigin',
  'crossOrigin',
  'answersSecret'
]
/** Every call has these properties, so a call without them is written in a form that this script cannot read. */
const always = ['summary', 'errors']

/**
 * Returns the JavaScript of an endpoints file without the parts that no browser needs. Throws rather than leave one of
 * those parts in.
 * @param {string} code
 * @returns {string}
 */
export function withoutServerParts(code) {
  /** @type {[start: number, end: number][]} */
  const cuts = []
  for (const call of endpointCalls(parseAst(code))) {
    const [options] = call.arguments
    if (options?.type !== 'ObjectExpression')
      throw new Error('endpoint(…) takes an object that is written where it is called')
    const found = options.properties.flatMap((/** @type {any} */ it) => {
      const name = it.key?.name ?? it.key?.value
      if (!serverParts.includes(name)) return []
      const comma = /^\s*,/.exec(code.slice(it.end))?.[0].length ?? 0
      cuts.push([it.start, it.end + comma])
      return name
    })
    const missing = always.filter(name => !found.includes(name))
    if (missing.length > 0)
      throw new Error(`An endpoint names no ${missing.join(' and no ')} of its own`)
  }
  return cuts.reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code)
}

/**
 * Returns the `endpoint(…)` calls in the order in which they appear in the code.
 * @param {any} node
 * @returns {any[]}
 */
function endpointCalls(node) {
  if (node === null || typeof node !== 'object') return []
  if (Array.isArray(node)) return node.flatMap(endpointCalls)
  if (node.type === 'CallExpression' && node.callee.name === 'endpoint') return [node]
  return Object.values(node).flatMap(endpointCalls)
}
