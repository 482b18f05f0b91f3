import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'

/** How a person uses the page: everything can be done in either way. */
export type Hand = 'keyboard' | 'mouse'

type Row = Readonly<Record<string, string>>

/** The table header for each figure of the downloaded file. */
const headers: Readonly<Record<string, string>> = {
  requests: 'Requests',
  served: 'Served',
  viewable: 'Viewable',
  billable: 'Billable',
  clicked: 'Clicks',
  rejected: 'Rejected',
  spent_btc_decimal: 'Spent, BTC',
  spent_usd_decimal: 'Spent, USD',
  earned_btc_decimal: 'Earned, BTC',
  earned_usd_decimal: 'Earned, USD'
}
/** The filters of a report. */
const narrowing = [
  ...['Campaigns', 'Sites', 'Ad units', 'Banners', 'Creatives', 'Languages', 'Countries'],
  ...['Devices', 'Operating systems']
]
/** Breakdowns whose tables differ: with checkboxes, with names that narrow the report, and with plain text only. */
const differing = ['Sites', 'Countries', 'Days']

/** Chooses each available breakdown, which must be the expected ones, and uses its table. Rows of `plain` narrow nothing. */
export async function readBreakdowns(
  page: Page,
  hand: Hand,
  { expected, plain = [] }: { expected: readonly string[]; plain?: readonly string[] }
): Promise<void> {
  await open(page, hand, page.getByRole('combobox', { name: 'Rows' }))
  await expect(page.getByRole('option')).toHaveText([...expected])
  await page.keyboard.press('Escape')
  for (const breakdown of expected) {
    await choose(page, hand, 'Rows', breakdown)
    const table = page.getByRole('table', { name: breakdown, exact: true })
    await expect(table).toBeVisible()
    await expectFileLikeTable(table, hand)
    if (narrowing.includes(breakdown) && !plain.includes(breakdown)) {
      await searchLastRow(table, hand)
      await narrowToFirstRow(table, hand)
    }
    expect(await sidewaysScroll(page), breakdown).toBe(0)
    if (differing.includes(breakdown)) await expectAccessible(page, breakdown)
  }
}

export async function press(hand: Hand, target: Locator, key = 'Enter'): Promise<void> {
  if (hand === 'mouse') return target.click()
  await target.focus()
  await target.press(key)
}

async function open(page: Page, hand: Hand, select: Locator): Promise<void> {
  await press(hand, select)
  await expect(page.getByRole('listbox')).toBeVisible()
}

/** Chooses an option: with the keyboard by arrow keys from the current one, with the mouse directly. */
export async function choose(page: Page, hand: Hand, label: string, option: string): Promise<void> {
  await open(page, hand, page.getByRole('combobox', { name: label }))
  const wanted = page.getByRole('option', { name: option, exact: true })
  if (hand === 'keyboard') {
    const options = await page.getByRole('option').allTextContents()
    const chosen = page.getByRole('option', { selected: true })
    await expect(chosen).toBeFocused()
    const steps = options.indexOf(option) - options.indexOf(await textOf(chosen))
    for (let step = 0; step < Math.abs(steps); step++)
      await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp')
    await expect(wanted).toBeFocused()
    await page.keyboard.press('Enter')
  } else await wanted.click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

/** Sorts a column in both directions, and expects the rows in that order after each press. */
export async function sortBothWays(table: Locator, hand: Hand, header: string): Promise<void> {
  const column = table.getByRole('columnheader', { name: header })
  for (const direction of ['ascending', 'descending']) {
    await press(hand, column.getByRole('button'))
    await expect(column).toHaveAttribute('aria-sort', direction)
    const figures = (await rowsOf(table)).map(row => numberIn(row[header]))
    const sorted = [...figures].sort((a, b) => (direction === 'ascending' ? a - b : b - a))
    expect(new Set(figures).size).toBeGreaterThan(1)
    expect(figures).toEqual(sorted)
  }
}

async function searchLastRow(table: Locator, hand: Hand): Promise<void> {
  const page = table.page()
  const names = table.locator('tbody th')
  const [before, last] = [await names.count(), await textOf(names.last())]
  const field = page.getByRole('searchbox', { name: 'Search names' })
  // Searches for the name without the ID that is shown after it.
  await field.fill(last.replace(/ \(\d+\)$/, ''))
  await press(hand, page.getByRole('button', { name: 'Search', exact: true }))
  await expect(page).toHaveURL(/search=/)
  await expect(names, `a search for ${last}`).toHaveText([last])
  await field.fill('')
  await press(hand, page.getByRole('button', { name: 'Search', exact: true }))
  await expect(names).toHaveCount(before)
}

async function narrowToFirstRow(table: Locator, hand: Hand): Promise<void> {
  const page = table.page()
  const total = table.locator('tfoot tr')
  const all = await textOf(total)
  const first = table.locator('tbody th').first().getByRole('button')
  const name = await textOf(first)
  await press(hand, first)
  const chips = page.getByRole('region', { name: 'Filters' }).getByRole('button')
  await expect(chips).toHaveAccessibleName(new RegExp(`^Remove the filter .+: ${escaped(name)}$`))
  await expect(total).not.toHaveText(all)
  await expect(chips).toBeFocused()
  expect(await sidewaysScroll(page), name).toBe(0)
  await press(hand, chips)
  await expect(chips).toHaveCount(0)
  await expect(total).toHaveText(all)
  await expect(page.getByRole('checkbox', { name: 'Compare with the period before' })).toBeFocused()
}

/** Expects the file to have the rows of the table, in the same order, with the same names and figures. */
async function expectFileLikeTable(table: Locator, hand: Hand): Promise<void> {
  const page = table.page()
  const download = page.waitForEvent('download')
  await press(hand, page.getByRole('link', { name: 'Download as CSV' }))
  const text = await readFile(await (await download).path(), 'utf8')
  const [head = [], ...lines] = text.split('\r\n').filter(Boolean).map(cellsOf)
  const rows = await rowsOf(table)
  expect(rows.length).toBeGreaterThan(0)
  const shown = head.filter(name => headers[name] && rows[0]?.[headers[name]] !== undefined)
  expect(shown.length).toBeGreaterThanOrEqual(3)
  expect(lines.map(line => shown.map(name => Number(line[head.indexOf(name)])))).toEqual(
    rows.map(row => shown.map(name => numberIn(row[headers[name] ?? ''])))
  )
  const names = head.includes('name') ? lines.map(line => line[head.indexOf('name')] ?? '') : []
  for (const [index, name] of names.entries()) expect(rows[index]?.Name).toContain(name)
}

/** Returns the cells of a line of a CSV file. A cell in quotation marks may contain commas. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain
  )

/** Returns the cells of the table by their headers, also when each row is shown as a card. */
async function rowsOf(table: Locator): Promise<Row[]> {
  return table.evaluate(table => {
    const heads = [...table.querySelectorAll('thead th')].map(it => it.textContent)
    return [...table.querySelectorAll('tbody tr')].map(row =>
      Object.fromEntries([...row.children].map((cell, index) => [heads[index], cell.textContent]))
    )
  })
}

/** Parses numbers such as `1,234` and `12.50 USD`. */
function numberIn(text: string | undefined): number {
  return Number((text ?? '').replace(/[^\d.]/g, '') || Number.NaN)
}

async function textOf(element: Locator): Promise<string> {
  return (await element.textContent()) ?? ''
}

function escaped(text: string): string {
  return text.replace(/[()]/g, '\\$&')
}

export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}
