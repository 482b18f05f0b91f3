import type { ElementHandle, JSHandle, Page } from 'playwright/test'

/** A control that a person can press, with enough detail to find it again after a reload. */
export type Control = {
  /**
   * Equal for the rows of one list, whose names and IDs differ only by numbers, and for the options of one list box.
   */
  shape: string
  name: string
  /** Address that the control leads to, if it is a link. */
  href: string | null
  /** Position among the controls with the same name and address. */
  nth: number
  /** Whether the control is in the header, the footer, or the menu, which are the same on every page. */
  isFrame: boolean
  /** Whether the control is a link that downloads a file. */
  isFile: boolean
  /** Whether the control is a link to another site or to a program on the person's device. */
  isOutside: boolean
  /** Whether the tab or option is already chosen, so that pressing it changes nothing. */
  isChosen: boolean
}

type Found = { control: Control; element: HTMLElement }

const selector = 'a[href], button, summary, [role=menuitem], [role=tab], [role=option]'

/**
 * Selects what lies over the page and receives all presses while it is open. A toast is a dialog too, but next to the
 * page.
 */
export const layers =
  '[role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu], [role=listbox], dialog[open], :popover-open'

/** Returns all controls that can be pressed now: those of the open dialog or menu, or else of the page. */
export async function controlsOf(page: Page): Promise<Control[]> {
  const found = await find(page)
  return found.evaluate(all => all.map(it => it.control))
}

/** Returns the element of a control, or null if it no longer exists. */
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

/** Runs in the page: finds the visible controls with their elements. */
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
        // Elements that are clipped away until they receive the focus do not count as visible.
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
      // Names of list rows are chosen by users, so the link's address says more about a row's shape.
      const role = element.getAttribute('role') ?? element.localName
      const kind = role === 'option' ? '' : (href ?? name).replace(/\d+/g, '#')
      const shape = `${role} ${kind}`
      const address = href === null ? null : new URL(href, document.baseURI)
      // The documentation is a site beside the dashboard.
      const isOutside =
        address !== null &&
        (address.origin !== location.origin || address.pathname.startsWith('/docs/'))
      const isFile = element.hasAttribute('download') || /\.csv$/.test(address?.pathname ?? '')
      const isChosen = element.matches('[aria-selected=true], [aria-checked=true][role*=radio]')
      const control = { shape, name, href, nth, isFrame, isFile, isOutside, isChosen }
      return { control: { ...control, isFrame: isFrame && !element.closest('main') }, element }
    })
}
