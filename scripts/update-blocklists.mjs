// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/paths.mjs'

// Usage: node scripts/update-blocklists.mjs easylist.txt easyprivacy.txt
// Takes the lists as https://easylist.to publishes them and keeps the rules that can block a request to any network: no
// rules that hide elements, and none that name another host.

const names = ['easylist.txt', 'easyprivacy.txt']
const given = process.argv.slice(2)
if (given.length !== names.length) throw new Error(`Give the paths of ${names.join(' and ')}.`)
for (const [index, path] of given.entries()) {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/)
  const body = lines.findIndex(it => it.startsWith('!---'))
  // The header lines that name the list's origin and license.
  const head = lines
    .slice(0, body)
    .filter(it => /^(\[|! (Title|Version|Last|Homepage|Licence))/.test(it))
  const kept = lines.slice(body).filter(isForAnyHost)
  const note = '! Changed: only the rules for network requests that name no other host.'
  writeFileSync(
    join(root, 'tests/embed/blocklists', names[index] ?? ''),
    `${[...head, note, ...kept].join('\n')}\n`
  )
}

/** @param {string} line */
function isForAnyHost(line) {
  if (line === '' || /^[![]/.test(line) || /#[@?$]*#/.test(line)) return false
  const host = /^(?:@@)?\|\|([^/^$]*)/.exec(line)?.[1]
  // `||ads.*^` and `||ad-` may match the beginning of any host.
  return host === undefined || host.includes('*') || !host.includes('.')
}
