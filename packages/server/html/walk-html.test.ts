import { expect, test } from 'vitest'
import { walkHtml } from './walk-html.ts'

const mega = 1_000_000

/**
 * Markup that slows down a parser that keeps open elements in an array: deep nesting, and tags that search the whole
 * array.
 */
const hostile: Record<string, string> = {
  'nested elements': '<div>'.repeat(mega / 5),
  'paragraphs closed below many elements': `${'<div>'.repeat(100_000)}${'</p>'.repeat(125_000)}`,
  'nested pictures': '<svg>'.repeat(mega / 5),
  'nested formulas': '<math>'.repeat(mega / 6),
  'forms inside of forms': `${'<div>'.repeat(255)}${'<form>'.repeat(mega / 6)}`,
  'closing tags that nothing opened': `${'<i>'.repeat(255)}${'</b>'.repeat(mega / 4)}`,
  'items that close each other': '<li>'.repeat(mega / 4),
  'table parts that close each other': '<tr><td>'.repeat(mega / 8),
  attributes: `<a ${Array.from({ length: 90_000 }, (_, index) => `a${index}=1`).join(' ')}>`,
  'an attribute without an end': `<a href="${'x'.repeat(mega)}`,
  'entities without an end': '&amp'.repeat(mega / 4),
  'open brackets': '<'.repeat(mega),
  'comments that do not end': '<!--'.repeat(mega / 4),
  'scripts that do not end': '<script>'.repeat(mega / 8)
}

for (const [name, html] of Object.entries(hostile)) {
  test(`reads 1 MB of ${name} in proportion to its length`, () => {
    const whole = cost(html)
    const half = cost(html.slice(0, html.length / 2))
    // Linear time would be twice as long; quadratic time would be four times as long, and take seconds.
    expect(whole).toBeLessThan(half * 3 + 300_000)
  })
}

test('reads what comes before elements that are nested too deeply, and nothing after', () => {
  const seen: string[] = []
  const html = `<title>A</title>${'<div>'.repeat(300)}<b>deep</b>${'</div>'.repeat(300)}<i>late</i>`
  walkHtml(html, { onopentag: name => void seen.push(name) })
  expect(seen[0]).toBe('title')
  expect(seen.filter(it => it === 'div')).toHaveLength(256)
  expect(seen).not.toContain('b')
  expect(seen).not.toContain('i')
})

test('counts elements that close by themselves, so that a long page is read to its end', () => {
  const seen: string[] = []
  const rows = `<p>one<br><img src=a></p></p><li>two<li>three<input/>`
  const html = `<table>${'<tr><td>cell'.repeat(5_000)}</table>${rows.repeat(2_000)}<i>end</i>`
  walkHtml(html, { onopentag: name => void seen.push(name) })
  expect(seen.at(-1)).toBe('i')
})

/**
 * Returns the processor time in microseconds: the minimum of three runs, because the process's other work is included.
 */
function cost(html: string): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    walkHtml(html, { onopentag: () => {}, onclosetag: () => {}, ontext: () => {} })
    return process.threadCpuUsage(before).user
  })
  return Math.min(...times)
}
