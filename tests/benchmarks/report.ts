import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './rounds.ts'

type Results = { at: string; machine: string; figures: readonly Figure[] }

const marks = {
  begin: '<!-- figures: npm run bench writes what is between these lines -->',
  end: '<!-- end of figures -->'
}

/**
 * Writes the table between the marks of performance.md, and the chart next to that file. If only `part` was measured,
 * the other rows stay as they are, and the page says when the part was measured.
 */
export function writeReport(folder: string, results: Results, part?: string): void {
  const page = join(folder, 'performance.md')
  const text = readFileSync(page, 'utf8')
  const [before, rest = ''] = text.split(marks.begin)
  const [written = '', after] = rest.split(marks.end)
  if (after === undefined) throw new Error(`${page} has no place for the figures`)
  const when = `${results.at.slice(0, 10)} on ${results.machine}.`
  const [known, measured] =
    part === undefined
      ? [[], [`Measured ${when}`]]
      : [readTable(written), [...readMoments(written, part), `The part ${part} again ${when}`]]
  const figures = withNewer(known, results.figures)
  writeFileSync(join(folder, 'performance.svg'), chart(figures))
  const lines = [marks.begin, '', measured.join('\n'), '', table(figures), '', marks.end]
  writeFileSync(page, `${before}${lines.join('\n')}${after}`)
}

function withNewer(known: readonly Figure[], newer: readonly Figure[]): Figure[] {
  const names = new Set(known.map(it => it.name))
  return [
    ...known.map(it => newer.find(({ name }) => name === it.name) ?? it),
    ...newer.filter(it => !names.has(it.name))
  ]
}

/** Returns the lines that say when the remaining rows were measured. */
function readMoments(written: string, part: string): string[] {
  return written
    .split('\n')
    .filter(line => /^(Measured|The part) /.test(line) && !line.startsWith(`The part ${part} `))
}

/** Reads the figures of an existing table, as exactly as they are written there. */
function readTable(written: string): Figure[] {
  const rows = written.split('\n').filter(line => line.startsWith('| '))
  return rows.slice(2).map(row => {
    const [name = '', measured = '', floor = '', ratio = '', target = '', holds = ''] = row
      .slice(2, -2)
      .split(' | ')
      .map(cell => cell.trim())
    const [value = '', ...unit] = measured.split(' ')
    const numberOf = (text: string) => Number(text.replaceAll(',', ''))
    return {
      name,
      value: numberOf(value),
      unit: unit.join(' '),
      ...(floor && { floor: numberOf(floor.split(' ')[0] ?? '') }),
      ...(ratio && { ratio: numberOf(ratio) }),
      ...(target && { target }),
      ...(holds && { holds: holds === 'yes' })
    }
  })
}

function table(figures: readonly Figure[]): string {
  const rows = figures.map(it => [
    it.name,
    `${rounded(it.value)} ${it.unit}`,
    it.floor === undefined ? '' : `${rounded(it.floor)} ${it.unit}`,
    it.ratio === undefined ? '' : it.ratio.toFixed(2),
    it.target ?? '',
    it.holds === undefined ? '' : it.holds ? 'yes' : '**no**'
  ])
  const head = ['figure', 'measured', 'floor', 'ratio', 'promised', 'holds']
  return [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}

function rounded(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const rowHeight = 44
const labelWidth = 330
const barWidth = 420

/** Draws each figure that has a floor as a bar beside the floor's bar, both relative to the longer one. */
function chart(figures: readonly Figure[]): string {
  const shown = figures.filter(it => it.floor !== undefined)
  const height = 40 + shown.length * rowHeight
  const rows = shown.map((it, index) => {
    const floor = it.floor ?? 0
    const longest = Math.max(it.value, floor)
    const y = 36 + index * rowHeight
    const bar = (value: number, top: number, kind: string) =>
      `<rect class="${kind}" x="${labelWidth}" y="${top}" width="${((value / longest) * barWidth).toFixed(1)}" height="14"/>` +
      `<text x="${labelWidth + 6 + (value / longest) * barWidth}" y="${top + 11}">${rounded(value)} ${it.unit}</text>`
    return `<text x="0" y="${y + 20}">${escaped(it.name)}</text>${bar(it.value, y, 'product')}${bar(floor, y + 16, 'floor')}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 ${height}" role="img" aria-label="Measured figures beside their floors">
<style>text{font:12px system-ui,sans-serif;fill:#444b59}.product{fill:#b8741a}.floor{fill:#9aa0ab}@media(prefers-color-scheme:dark){text{fill:#c3c6cd}}</style>
<rect class="product" x="0" y="8" width="12" height="12"/><text x="18" y="18">Mille</text>
<rect class="floor" x="80" y="8" width="12" height="12"/><text x="98" y="18">its floor in the same run</text>
${rows.join('\n')}
</svg>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
