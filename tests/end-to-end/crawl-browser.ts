import type { Page, Route } from 'playwright/test'
import { type Control, findControl, layers } from './crawl-controls.ts'
import { pictureOf, type Wait, waitForRest, waitUpTo } from './crawl-look.ts'
import { type Expected, type Watch, watchContext } from './crawl-watch.ts'

export type Person = {
  url: string
  /** A new browser of theirs, signed in if they have an account. */
  open: () => Promise<Page>
  isVisitor: boolean
}

export type Rules = {
  answers: Expected
  /** Calls that pages make by themselves, without a person who wants a change. */
  reads: readonly string[]
  /** Dialogs that do not close before the person has done what they ask. */
  stays: ReadonlyArray<{ name: string; why: string }>
  /** Dialogs behind which a call waits for the person. */
  asks: ReadonlyArray<{ name: string; why: string }>
  /** What is not over by then never ends, on whatever machine. */
  foreverMs: number
}

/** A person's browser, which holds back what would change something for as long as that may not be. */
export async function openBrowser(person: Person, { answers, reads, foreverMs }: Rules) {
  const isRead = new RegExp(`^(GET|HEAD) |^POST .*/(${reads.join('|')})$`)
  const wait = waitUpTo(foreverMs)
  let page: Page
  let watch: Watch
  let mayWrite = false
  let isHeld = false
  let picture = ''
  /** The page as it came, for as long as only reading has followed. */
  let loaded: { path: string; picture: string } | null = null

  async function open(): Promise<void> {
    page = await person.open()
    // Without it, what never loads is waited for without end.
    page.context().setDefaultTimeout(foreverMs)
    page.context().setDefaultNavigationTimeout(foreverMs)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.route('**/api/v1/**', route => holdWrites(route))
    // A printer is nothing that a page could show.
    await page.addInitScript(() => {
      window.print = () => void document.documentElement.setAttribute('data-printed', '')
    })
    watch = watchContext(page.context(), answers, foreverMs)
  }

  async function holdWrites(route: Route): Promise<void> {
    const request = route.request()
    const call = `${request.method()} ${new URL(request.url()).pathname}`
    // The page may be left meanwhile.
    if (isRead.test(call) || mayWrite) return route.fallback().catch(() => {})
    isHeld = true
    loaded = null
    watch.forget(request)
    // As if the connection were slow: the page may not see it fail.
  }

  /** What is held back keeps the page waiting: there is nothing more to see. */
  const isSoon: Wait = isTrue => wait(async () => isHeld || isTrue())

  const layerCount = () => page.locator(layers).filter({ visible: true }).count()

  async function loadAnew(path: string): Promise<number> {
    // The same address with another hash would not load anything.
    await page.goto('about:blank')
    const answer = await page.goto(person.url + path)
    await watch.settle()
    // What it names opens when its code is there.
    if (path.includes('#')) await isSoon(async () => (await layerCount()) > 0)
    await waitForRest(page)
    return answer?.status() ?? 0
  }

  /** Wherever the focus was left, and however far down. */
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
    /** A new browser in place of one that no longer answers. */
    reopen,
    watch: () => watch,
    isSoon,
    layerCount,
    /** Whether it asked the server for a change, which was held back, since the page was loaded. */
    isHeld: () => isHeld,
    /** What the page showed before the last press. */
    picture: () => picture,
    letChange() {
      mayWrite = true
      loaded = null
    },
    /** Shows a page as it comes; gives the status of its address. */
    async load(path: string): Promise<number> {
      mayWrite = false
      isHeld = false
      if (loaded?.path === path && loaded.picture === (await pictureAsItCame())) return 200
      loaded = null
      let status = await loadAnew(path)
      if (!person.isVisitor && new URL(page.url()).pathname === '/user/sign_in') {
        // What was pressed before has ended the session.
        await reopen()
        status = await loadAnew(path)
      }
      if (status === 200) loaded = { path, picture: await pictureAsItCame() }
      return status
    },
    /** What is wrong with pressing it; null once it was pressed. */
    async press(control: Control): Promise<string | null> {
      for (let tries = 1; ; tries++) {
        const element = await findControl(page, control)
        if (element === null) return 'gone'
        try {
          // What shows under the pointer, and the focus, come before the press, not by it.
          await element.hover({ timeout: foreverMs })
          await element.focus()
          watch.restart()
          picture = await pictureOf(page)
          await element.click({ timeout: foreverMs })
          if (!isHeld) await watch.settle()
          if (!isHeld) await waitForRest(page)
          return null
        } catch (error) {
          // Its code has come meanwhile, and with it the real one in its place.
          if (tries < 3 && /not attached/.test(String(error))) continue
          return `cannot be pressed: ${reasonOf(String(error))}`
        }
      }
    }
  }
}

/** The last reason why the press failed. */
function reasonOf(error: string): string {
  const lines = error.split('\n').map(it => it.replace(/^[\s-]+/, ''))
  const reasons = lines.filter(it =>
    /intercepts pointer|not (visible|stable|enabled)|outside/.test(it)
  )
  return reasons.at(-1) ?? lines[0] ?? ''
}
