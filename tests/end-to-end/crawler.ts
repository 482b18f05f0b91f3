import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright/test'
import { openBrowser, type Person, type Rules } from './crawl-browser.ts'
import { type Control, controlsOf } from './crawl-controls.ts'
import {
  lookAtBusy,
  lookAtFiles,
  lookAtPages,
  lookAtRefusals,
  pictureOf,
  type Wait,
  within
} from './crawl-look.ts'

/** One way through a page: its address and the controls that are pressed, one after the other. */
export type Way = { path: string; presses: readonly Control[] }

export type Outcome = {
  faults: string[]
  /** Controls that the last press has made available, in a dialog, a menu, or the page. */
  opened: Control[]
  /** Whether the press asked the server for a change, which the crawler held back. */
  isWrite: boolean
  /** Whether the page or the control is gone, because an earlier press has changed it. */
  isGone: boolean
}

export type Crawler = {
  /** Loads a page and returns its controls and its faults. */
  look: (path: string) => Promise<{ controls: Control[]; faults: string[] }>
  press: (way: Way, options: { mayWrite: boolean }) => Promise<Outcome>
  close: () => Promise<void>
}

const nothing = (): Outcome => ({ faults: [], opened: [], isWrite: false, isGone: false })

/** Creates a simulated person who presses controls. Each press begins with a fresh page, reloaded if necessary. */
export async function createCrawler(person: Person, rules: Rules): Promise<Crawler> {
  const known = new Set<string>()
  const browser = await openBrowser(person, rules)
  const { isSoon, layerCount } = browser

  /** Runs one step. A step that fails or hangs is a fault, and the crawler continues in a new browser. */
  async function step<Result>(run: () => Promise<Result>, broken: (fault: string) => Result) {
    // Each wait in the step has its own limit, and several waits can follow one another.
    const result = await within(5 * rules.foreverMs, run()).catch(String)
    if (typeof result !== 'string') return result
    await browser.reopen()
    return broken(result.split('\n')[0] ?? '')
  }

  async function press(way: Way, options: { mayWrite: boolean }): Promise<Outcome> {
    const status = await browser.load(way.path)
    const loading = browser.watch().takeFaults()
    if (options.mayWrite && status >= 400 && status < 500) return { ...nothing(), isGone: true }
    const before: Control[] = []
    for (const [index, control] of way.presses.entries()) {
      const isLast = index === way.presses.length - 1
      // Controls that were under a dialog before it closed are not new.
      before.push(...(await controlsOf(browser.page())))
      if (isLast && options.mayWrite) browser.letChange()
      const problem = await browser.press(control)
      if (problem === 'gone') return { ...nothing(), faults: loading, isGone: true }
      if (problem !== null) return { ...nothing(), faults: [...loading, problem] }
      // A press may request the change only after other requests.
      if (browser.isHeld()) return held(loading)
    }
    const last = way.presses.at(-1)
    const faults = [...(await lookAround(last)), ...browser.watch().takeFaults()]
    if (browser.isHeld()) return held(loading)
    if (faults.length === 0 && !(await isSoon(() => hasDone(last)))) faults.push('does nothing')
    const opened = await openedSince(before, last)
    if (!(await isLayerClosed())) faults.push('does not close')
    if (options.mayWrite && person.isVisitor) await browser.page().context().clearCookies()
    faults.push(...browser.watch().takeFaults())
    return { ...nothing(), faults: [...loading, ...faults], opened }
  }

  /**
   * Presses a control and, if a rate limit per minute refused it, presses again after that minute: the crawler is
   * faster than any person.
   */
  async function pressWithinLimits(way: Way, options: { mayWrite: boolean }): Promise<Outcome> {
    const outcome = await press(way, options)
    if (options.mayWrite || !outcome.faults.some(it => it.endsWith(': 429'))) return outcome
    await setTimeout(61_000)
    return press(way, options)
  }

  function held(faults: string[]): Outcome {
    browser.watch().takeFaults()
    return { ...nothing(), faults, isWrite: true }
  }

  async function hasDone(last: Control | undefined): Promise<boolean> {
    const page = browser.page()
    const watch = browser.watch()
    // A link to the current page does nothing.
    const isHere = last?.href && new URL(last.href, page.url()).href === page.url()
    if (isHere || last?.isChosen || watch.hasAsked() || watch.downloads().length > 0) return true
    return page.context().pages().length > 1 || (await pictureOf(page)) !== browser.picture()
  }

  async function isAsking(page: Page): Promise<boolean> {
    const titles = await page.getByRole('dialog').getByRole('heading').allTextContents()
    return rules.asks.some(it => titles.includes(it.name))
  }

  async function lookAround(last: Control | undefined): Promise<string[]> {
    const page = browser.page()
    const { downloads, refusals } = browser.watch()
    const faults = await lookAtFiles(downloads, last?.isFile ?? false, isSoon)
    faults.push(...(await lookAtPages(page, isSoon)))
    // The page may also be waiting for the person, whom a dialog asks.
    const isTold: Wait = isTrue => isSoon(async () => (await isAsking(page)) || isTrue())
    faults.push(...(await lookAtBusy(page, isTold)))
    faults.push(...(await lookAtRefusals(page, refusals(), isTold)))
    const address = page.url()
    if (
      last?.href &&
      !last.href.startsWith('#') &&
      address.startsWith(person.url) &&
      !known.has(address)
    ) {
      known.add(address)
      // Within the app, an unknown address is shown without a request to the server, so the address is requested here.
      const status = (await page.context().request.get(address)).status()
      if (status >= 400) faults.push(`leads to ${new URL(address).pathname}: ${status}`)
    }
    return faults
  }

  /** Returns the controls that a press has opened. A link opens none: the page that it leads to is a way of its own. */
  async function openedSince(before: readonly Control[], last?: Control): Promise<Control[]> {
    if ((await layerCount()) === 0 && last?.href && !last.href.startsWith('#')) return []
    const keyOf = ({ name, href, nth }: Control) => JSON.stringify([name, href, nth])
    const had = new Set(before.map(keyOf))
    return (await controlsOf(browser.page())).filter(it => !had.has(keyOf(it)))
  }

  async function isLayerClosed(): Promise<boolean> {
    const count = await layerCount()
    if (count === 0) return true
    const titles = await browser.page().getByRole('dialog').getByRole('heading').allTextContents()
    if (rules.stays.some(it => titles.includes(it.name))) return true
    await browser.page().keyboard.press('Escape')
    return isSoon(async () => (await layerCount()) < count)
  }

  async function look(path: string): Promise<{ controls: Control[]; faults: string[] }> {
    const status = await browser.load(path)
    const controls = status < 500 ? await controlsOf(browser.page()) : []
    const blank = await lookAtPages(browser.page(), isSoon)
    return { controls, faults: [...browser.watch().takeFaults(), ...blank] }
  }

  return {
    press: (way, options) =>
      step(
        () => pressWithinLimits(way, options),
        fault => ({ ...nothing(), faults: [fault] })
      ),
    look: path =>
      step(
        () => look(path),
        fault => ({ controls: [], faults: [fault] })
      ),
    close: () => browser.page().context().close()
  }
}
