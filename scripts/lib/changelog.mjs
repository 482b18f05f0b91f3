// @ts-check

/** Readers that a line of the changelog concerns, in the order of its sections. */
export const readers = ['Advertisers', 'Publishers', 'Operators', 'Developers']

/** @typedef {{ reader: string, entry: string }} Change The entry is a list item of Markdown, wrapped as it was written. */

/**
 * Reads the changes described by the files of docs/changes, in the order of the changelog's sections.
 * @param {readonly { name: string, text: string }[]} files
 */
export function readChanges(files) {
  /** @type {Change[]} */
  const changes = []
  /** @type {string[]} */
  const problems = []
  for (const { name, text } of files) {
    for (const paragraph of text.trim().split(/\n\s*\n/)) {
      const [, reader = '', sentence = ''] = /^(\w+): +(\S.*)$/s.exec(paragraph) ?? []
      if (!readers.includes(reader))
        problems.push(
          `${name} has a paragraph that does not begin with one of ${readers.join(', ')} and a colon`
        )
      else if (!/[.!?`)]$/.test(sentence)) problems.push(`${name} has a sentence without an end`)
      else changes.push({ reader, entry: `- ${sentence.split(/\n\s*/).join('\n  ')}` })
    }
  }
  changes.sort((one, two) => readers.indexOf(one.reader) - readers.indexOf(two.reader))
  return { changes, problems }
}

/**
 * Returns the changelog with each change at the end of its reader's section in the newest version, which must be
 * unreleased.
 * @param {string} changelog
 * @param {readonly Change[]} changes
 */
export function addChanges(changelog, changes) {
  // A release itself has nothing to add to its version, which is dated.
  if (changes.length === 0) return { text: changelog, problems: [] }
  const [introduction = '', version = '', ...older] = changelog.split(/^(?=## )/m)
  if (!/^## .* unreleased\n/.test(version))
    return {
      text: changelog,
      problems: ['The newest version in CHANGELOG.md is released: add a heading for the next one']
    }
  const known = new Set(entriesOf(changelog))
  /** @type {string[]} */
  const problems = []
  for (const { entry } of changes) {
    if (known.has(entry)) problems.push(`Already a line of the changelog: ${entry}`)
    known.add(entry)
  }
  const [heading = '', ...sections] = version.split(/^(?=### )/m).map(it => it.trimEnd())
  for (const reader of readers) {
    const entries = changes.filter(it => it.reader === reader).map(it => it.entry)
    if (entries.length === 0) continue
    const found = sections.findIndex(it => it.startsWith(`### ${reader}\n`))
    if (found < 0) sections.push([`### ${reader}\n`, ...entries].join('\n'))
    else sections[found] = [sections[found], ...entries].join('\n')
  }
  sections.sort((one, two) => placeOf(one) - placeOf(two))
  const extended = `${[heading, ...sections].join('\n\n')}\n`
  return { text: introduction + [extended, ...older].join('\n'), problems }
}

/**
 * Returns the version that the first heading names, its date or `unreleased`, and what is written below it.
 * @param {string} changelog
 */
export function newestVersion(changelog) {
  const [, section = ''] = changelog.split(/^(?=## )/m)
  const [, version = '', date = ''] = /^## (\S+) - (\S+)\n/.exec(section) ?? []
  return { version, date, notes: section.replace(/^## .*\n+/, '') }
}

/**
 * Returns the changelog with a date in place of “unreleased” in its newest version.
 * @param {string} changelog
 * @param {string} date
 */
export function dateNewest(changelog, date) {
  return changelog.replace(/^(## \S+ - )unreleased$/m, `$1${date}`)
}

/**
 * Returns the entries of the changelog, each with its continuation lines.
 * @param {string} changelog
 */
function entriesOf(changelog) {
  return [...changelog.matchAll(/^- .*(?:\n {2}.*)*/gm)].map(([entry]) => entry)
}

/** @param {string} section */
function placeOf(section) {
  return readers.findIndex(it => section.startsWith(`### ${it}\n`))
}
