import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Download, Page } from 'playwright/test'

const restMs = 80
const maxUnrestMs = 3_000

/** Resolves to true as soon as the condition holds, and to false once it is clear that it never will. */
export type Wait = (isTrue: () => Promise<boolean>) => Promise<boolean>

export const waitUpTo =
  (maxMs: number): Wait =>
  async isTrue => {
    const deadline = Date.now() + maxMs
    for (;;) {
      if (await isTrue()) return true
      if (Date.now() > deadline) return false
      await setTimeout(50)
    }
  }

/** Returns the result of the work; rejects if it takes too long. */
export async function within<Result>(maxMs: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController()
  const late = setTimeout(maxMs, null, { signal: timer.signal }).then(() => {
    throw new Error(`takes longer than ${maxMs / 1000} s`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
    await late.catch(() => {})
  }
}

/** Returns faults of downloads: empty files, and files that never arrived though a link promised one. */
export async function lookAtFiles(
  downloads: () => readonly Download[],
  isPromised: boolean,
  isSoon: Wait
): Promise<string[]> {
  if (isPromised && !(await isSoon(async () => downloads().length > 0))) return ['no file came']
  const faults: string[] = []
  for (const download of downloads()) {
    const path = await download.path().catch(() => null)
    if (path === null || statSync(path).size === 0)
      faults.push(`${download.suggestedFilename()} arrived empty`)
  }
  return faults
}

/** Returns faults of pages that a press has left blank: the pressed page and those that it opened, which are closed. */
export async function lookAtPages(page: Page, isSoon: Wait): Promise<string[]> {
  const faults: string[] = []
  for (const opened of page.context().pages()) {
    await opened.waitForLoadState().catch(() => {})
    const words = opened.locator('main, pre, svg').filter({ hasText: /\w/ })
    const hasWords = async () => opened.isClosed() || (await words.count()) > 0
    if (opened.url() !== 'about:blank' && !(await isSoon(hasWords)))
      faults.push(`${new URL(opened.url()).pathname} is blank`)
    if (opened !== page) await opened.close()
  }
  return faults
}

/** Returns a fault if part of the page stays busy while nothing is in progress. */
export async function lookAtBusy(page: Page, isSoon: Wait): Promise<string[]> {
  const busy = page.locator('[aria-busy=true]').filter({ visible: true })
  return (await isSoon(async () => (await busy.count()) === 0)) ? [] : ['stays busy']
}

/** Returns a fault if the page does not show what the server refused. */
export async function lookAtRefusals(
  page: Page,
  refusals: readonly string[],
  isSoon: Wait
): Promise<string[]> {
  const told = page.locator('[role=alert], [aria-invalid=true]').filter({ visible: true })
  if (refusals.length === 0 || (await isSoon(async () => (await told.count()) > 0))) return []
  return [`${refusals.join(', ')}: refused, and the page does not say so`]
}

/**
 * Describes everything that a press could change: the address, what is shown and where, the values of fields, and the
 * focus.
 */
export async function pictureOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea, select')]
    const values = fields.map(it =>
      it instanceof HTMLInputElement ? [it.value, it.checked] : (it as HTMLTextAreaElement).value
    )
    const focus = document.activeElement
    // A pressed element has the focus just because it was pressed, so that is not a change.
    const isPlain = focus === document.body || focus?.matches(':hover')
    const place = isPlain ? -1 : [...document.querySelectorAll('*')].indexOf(focus as Element)
    return JSON.stringify([
      location.href,
      document.documentElement.outerHTML,
      values,
      place,
      scrollY
    ])
  })
}

/** Waits until the page has stopped changing. A page that never stops is examined as it is. */
export async function waitForRest(page: Page): Promise<void> {
  const deadline = Date.now() + maxUnrestMs
  let before = ''
  while (Date.now() < deadline) {
    const now = await pictureOf(page).catch(() => '')
    if (now !== '' && now === before) return
    before = now
    await setTimeout(restMs)
  }
}
