import type { Page, Route } from 'playwright/test'
import { type Control, findControl, layers } from './crawl-controls.ts'
import { pictureOf, type Wait, waitForRest, waitUpTo } from './crawl-look.ts'
import { type Expected, type Watch, watchContext } from './crawl-watch.ts'

export type Person = {
  url: string
  /** Opens a new browser of this person, signed in if the person has an account. */
  open: () => Promise<Page>
  isVisitor: boolean
}

export type Rules = {
  answers: Expected
  /** Calls that pages make by themselves, without a person who wants a change. */
  reads: readonly string[]
  /** Dialogs that do not close until the person has done what they ask. */
  stays: ReadonlyArray<{ name: string; why: string }>
  /** Dialogs that ask the person something while a call waits. */
  asks: ReadonlyArray<{ name: string; why: string }>
  /** Milliseconds after which a step counts as never ending, on any machine. */
  foreverMs: number
}

/** Opens a person's browser, which holds back all calls that would change something unless `letChange` allows them. */
export async function openBrowser(person: Person, { answers, reads, foreverMs }: Rules) {
  const isRead = new RegExp(`^(GET|HEAD) |^POST .*/(${reads.join('|')})$`)
  const wait = waitUpTo(foreverMs)
  let page: Page
  let watch: Watch
  let mayWrite = false
  let isHeld = false
  let picture = ''
  /** The page as it was loaded. Null once anything but reading has happened. */
  let loaded: { path: string; picture: string } | null = null

  async function open(): Promise<void> {
    page = await person.open()
    // Without a timeout, the test would wait forever for a page that never loads.
    page.context().setDefaultTimeout(foreverMs)
    page.context().setDefaultNavigationTimeout(foreverMs)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.route('**/api/v1/**', route => holdWrites(route))
    // Printing changes nothing that the page could show, so it sets an attribute instead.
    await page.addInitScript(() => {
      window.print = () => void document.documentElement.setAttribute('data-printed', '')
    })
    watch = watchContext(page.context(), answers, foreverMs)
  }

  async function holdWrites(route: Route): Promise<void> {
    const request = route.request()
    const call = `${request.method()} ${new URL(request.url()).pathname}`
    // The page may be left before the call continues.
    if (isRead.test(call) || mayWrite) return route.fallback().catch(() => {})
    isHeld = true
    loaded = null
    watch.forget(request)
    // A call that is held back is never answered, as with a slow connection: the page must not see it fail.
  }

  /** A call that is held back keeps the page waiting, so there is nothing more to see. */
  const isSoon: Wait = isTrue => wait(async () => isHeld || isTrue())

  const layerCount = () => page.locator(layers).filter({ visible: true }).count()

  async function loadAnew(path: string): Promise<number> {
    // Going to the same address with another hash would not load anything.
    await page.goto('about:blank')
    const answer = await page.goto(person.url + path)
    await watch.settle()
    // The dialog that the hash names opens once its code has loaded.
    if (path.includes('#')) await isSoon(async () => (await layerCount()) > 0)
    await waitForRest(page)
    return answer?.status() ?? 0
  }

  /**
   * Describes the page without the effects of the last press: the focus is removed and the page is scrolled to its top.
   */
  async function pictureAsItCame(): Promise<string> {
    await page.evaluate(() => {
      const focus = document.activeElement as HTMLElement | null
      focus?.blur()
      scrollTo({ top: 0, behavior: 'instant' })
    })
    return pictureOf(page)
  }

  async function reopen(): Promise<void> {
    await page.context().close()
    mayWrite = false
    isHeld = false
    loaded = null
    await open()
  }

  await open()
  return {
    page: () => page,
    /** Replaces a browser that no longer answers with a new one. */
    reopen,
    watch: () => watch,
    isSoon,
    layerCount,
    /** Whether the page, since it was loaded, has asked the server for a change, which was held back. */
    isHeld: () => isHeld,
    /** What the page showed before the last press. */
    picture: () => picture,
    letChange() {
      mayWrite = true
      loaded = null
    },
    /** Shows a page as it is when loaded, and returns the HTTP status of its address. */
    async load(path: string): Promise<number> {
      mayWrite = false
      isHeld = false
      if (loaded?.path === path && loaded.picture === (await pictureAsItCame())) return 200
      loaded = null
      let status = await loadAnew(path)
      if (!person.isVisitor && new URL(page.url()).pathname === '/user/sign_in') {
        // A control that was pressed earlier has ended the session.
        await reopen()
        status = await loadAnew(path)
      }
      if (status === 200) loaded = { path, picture: await pictureAsItCame() }
      return status
    },
    /** Presses a control. Returns why it cannot be pressed, or null once it was pressed. */
    async press(control: Control): Promise<string | null> {
      for (let tries = 1; ; tries++) {
        const element = await findControl(page, control)
        if (element === null) return 'gone'
        try {
          // Hover and focus happen before the press, so that their effects do not count as effects of the press.
          await element.hover({ timeout: foreverMs })
          await element.focus()
          watch.restart()
          picture = await pictureOf(page)
          await element.click({ timeout: foreverMs })
          if (!isHeld) await watch.settle()
          if (!isHeld) await waitForRest(page)
          return null
        } catch (error) {
          // The element was replaced meanwhile, when the code of the real one loaded.
          if (tries < 3 && /not attached/.test(String(error))) continue
          return `cannot be pressed: ${reasonOf(String(error))}`
        }
      }
    }
  }
}

/** Returns the last reason why the press failed. */
function reasonOf(error: string): string {
  const lines = error.split('\n').map(it => it.replace(/^[\s-]+/, ''))
  const reasons = lines.filter(it =>
    /intercepts pointer|not (visible|stable|enabled)|outside/.test(it)
  )
  return reasons.at(-1) ?? lines[0] ?? ''
}
