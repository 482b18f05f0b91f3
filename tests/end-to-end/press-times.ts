import type { Locator, Page } from 'playwright/test'

const slowdown = 4

/** The milliseconds that the presses since `startPressTimes` took. */
export type PressTimes = {
  /** From each press until the browser painted the next frame (Event Timing), as Interaction to Next Paint counts it. */
  painted: number[]
  /** From each press until the frame after the rows of the last table changed. Empty if none did. */
  changed: number[]
}

type Watched = { times: PressTimes; pressedAt: number | null }

/** Makes the page's processor four times slower and measures each press from here on. */
export async function startPressTimes(page: Page): Promise<void> {
  await page.evaluate(watchPresses)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

export function readPressTimes(page: Page): Promise<PressTimes> {
  return page.evaluate(() => (window as unknown as Watched).times)
}

/**
 * Presses the middle of an element. The page is idle before and after, because what Playwright runs in the page before
 * its clicks would be slowed down and counted too.
 */
export async function pressWhenIdle(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded({ timeout: 20_000 })
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not on the page.`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await becomeIdle(page)
  await page.mouse.down()
  await page.mouse.up()
  await becomeIdle(page)
}

function becomeIdle(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>(resolve => requestIdleCallback(() => resolve())))
}

/** Runs in the page. */
function watchPresses(): void {
  const watched = window as unknown as Watched
  watched.times = { painted: [], changed: [] }
  watched.pressedAt = null
  const options = { type: 'event', durationThreshold: 16 } as PerformanceObserverInit
  new PerformanceObserver(list => {
    // A pointer that only passes is not an interaction: only interactions have an ID (Event Timing).
    for (const entry of list.getEntries() as (PerformanceEventTiming & {
      interactionId: number
    })[])
      if (entry.interactionId > 0) watched.times.painted.push(entry.duration)
  }).observe(options)

  const rows = () => [...document.querySelectorAll('main tbody')].at(-1)?.textContent ?? ''
  let before = ''
  addEventListener(
    'pointerdown',
    event => {
      before = rows()
      watched.pressedAt = event.timeStamp
    },
    true
  )
  new MutationObserver(() => {
    if (watched.pressedAt === null || rows() === before) return
    const start = watched.pressedAt
    watched.pressedAt = null
    requestAnimationFrame(now => watched.times.changed.push(now - start))
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}
