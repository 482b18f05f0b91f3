import type { ElementHandle, JSHandle, Page } from 'playwright/test'

/** What a person can press: enough to find it again after the page was reloaded. */
export type Control = {
  /** The same for the rows of one list, whose names and ids differ only by numbers, and for the options of one. */
  shape: string
  name: string
  /** Where it leads, if it is a link. */
  href: string | null
  /** Which of those with the same name and address. */
  nth: number
  /** In the header, the footer or the menu: the same on every page. */
  isFrame: boolean
  /** A link that hands over a file. */
  isFile: boolean
  /** A link to another site, or to a program of the person's. */
  isOutside: boolean
  /** The tab or the option that is chosen already: to press it changes nothing. */
  isChosen: boolean
}

type Found = { control: Control; element: HTMLElement }

const selector = 'a[href], button, summary, [role=menuitem], [role=tab], [role=option]'

/** What lies over the page, and takes the presses while it is open. A toast is a dialog too, but one beside the page. */
export const layers =
  '[role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu], [role=listbox], dialog[open], :popover-open'

/** All that can be pressed now, in a dialog or menu if one is open. */
export async function controlsOf(page: Page): Promise<Control[]> {
  const found = await find(page)
  return found.evaluate(all => all.map(it => it.control))
}

/** The element of a control, if it is there. */
export async function findControl(page: Page, wanted: Control): Promise<ElementHandle | null> {
  const found = await find(page)
  const element = await found.evaluateHandle(
    (all, { name, href, nth }) =>
      all.find(({ control: it }) => it.name === name && it.href === href && it.nth === nth)
        ?.element ?? null,
    wanted
  )
  return element.asElement()
}

async function find(page: Page): Promise<JSHandle<Found[]>> {
  return page.evaluateHandle(findInPage, [selector, layers] as const)
}

/** Runs in the page. */
function findInPage([selector, layers]: readonly [string, string]): Found[] {
  const isVisible = (it: Element) =>
    it.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const open = [...document.querySelectorAll(layers)].filter(isVisible)
  const within = open.at(-1) ?? document.body
  const counts = new Map<string, number>()
  return [...within.querySelectorAll<HTMLElement>(selector)]
    .filter(
      it =>
        it.checkVisibility({ visibilityProperty: true }) &&
        !it.matches(':disabled, [aria-disabled=true]') &&
        it.closest('[aria-hidden=true], [inert]') === null &&
        it.getBoundingClientRect().width > 0 &&
        // Out of the way until it has the focus.
        getComputedStyle(it).clipPath === 'none'
    )
    .map(element => {
      const words = element.getAttribute('aria-label') ?? element.textContent ?? ''
      const name = words.trim().replace(/\s+/g, ' ').slice(0, 60)
      const href = element.getAttribute('href')
      const key = `${name}|${href}`
      const nth = counts.get(key) ?? 0
      counts.set(key, nth + 1)
      const isFrame = element.closest('header, footer, [popover]') !== null
      // Names of rows are what people called them: where it leads says more.
      const role = element.getAttribute('role') ?? element.localName
      const kind = role === 'option' ? '' : (href ?? name).replace(/\d+/g, '#')
      const shape = `${role} ${kind}`
      const address = href === null ? null : new URL(href, document.baseURI)
      const isOutside = address !== null && address.origin !== location.origin
      const isFile = element.hasAttribute('download') || /\.csv$/.test(address?.pathname ?? '')
      const isChosen = element.matches('[aria-selected=true], [aria-checked=true][role*=radio]')
      const control = { shape, name, href, nth, isFrame, isFile, isOutside, isChosen }
      return { control: { ...control, isFrame: isFrame && !element.closest('main') }, element }
    })
}
