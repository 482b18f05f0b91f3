import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { emptied, type Given } from '@mille/stores/samples/sample-answer.ts'
import { sampleAnswers } from '@mille/stores/samples/sample-answers.ts'
import { expect, waitFor, within } from 'storybook/test'
import { errorMessages } from '../dashboard/app/errors/messages.ts'
import { commonMessages } from '../dashboard/app/page/messages.ts'
import { isProof } from './modes.ts'
import type { PageNetwork, Who } from './page-network.ts'
import { type PageModule, type PageRouter, PageStory } from './page-story.tsx'

type PageOptions = {
  page: PageModule
  /** The route's path as in `dashboard/app/routes.ts`. */
  route: string
  /** The address to open, if it differs from the route's path. */
  path?: string
  who: Who
  /** Answers to this page that replace the sample answers. */
  answers?: readonly Given[]
  empty?: {
    /** The reads that answer with an empty list. Reads whose rows are elsewhere are given with their answers. */
    lists: readonly (AnyEndpoint | Given)[]
    /** The text that the empty page shows. */
    says: string | RegExp
  }
  /** Whether the page is shown even if its reads fail. */
  bearsFailure?: boolean
  /** The expected heading of a page that shows an error. */
  heading?: string
  /** The states that the page cannot be in, with a reason for each. */
  without?: Partial<Record<StateName, string>>
}

type StateName = 'full' | 'empty' | 'loading' | 'failed' | 'withoutRights' | 'phone' | 'rightToLeft'

type Shown = { network: PageNetwork; router: PageRouter | null }
type Look = (shown: Shown, main: HTMLElement) => Promise<void>

/** In documentation, each page is in its own iframe with its own address, theme and direction. */
const framed = { docs: { story: { inline: false, height: '640px' } } } as const

/** If a story looks the same as another story, axe checks it only in the full run. */
const drawnBefore = {
  parameters: { ...framed, a11y: { test: isProof ? 'error' : 'off' } }
} as const

/**
 * The states of a page, drawn by the route's own module in the app's own frame. The page's loader calls a fake network
 * that answers with the contract's samples.
 */
export function pageStates(options: PageOptions) {
  const {
    page,
    route,
    path = route === '/' ? route : `/${route}`,
    who,
    answers = [],
    empty,
    bearsFailure
  } = options
  const refused = who === 'operator' ? 'advertiser' : 'visitor'

  function story(own: Partial<PageNetwork>, look: Look) {
    let shown: Shown | null = null
    return {
      parameters: framed,
      beforeEach() {
        const network = { who, answers, state: 'answering' as const, unplanned: [], ...own }
        shown = { network, router: null }
        return prepareBrowser()
      },
      render() {
        return <>{shown && <PageStory {...{ page, route, path, shown }} />}</>
      },
      async play({ canvasElement }: { canvasElement: HTMLElement }) {
        if (shown) await look(shown, canvasElement)
        await expect(shown?.network.unplanned, 'calls without a sample').toEqual([])
        await expectNoOverflow()
      }
    }
  }
  const hasPage: Look = (_, main) => expectHeading(main, options.heading)
  const emptyAnswers = [...emptyLists(empty?.lists ?? [], answers), ...answers]

  return {
    full: story({}, hasPage),
    empty: story({ answers: emptyAnswers }, async (shown, main) => {
      await hasPage(shown, main)
      // A card may load after the page itself.
      await waitFor(() => expect(main).toHaveTextContent(empty?.says ?? ''), { timeout: 10_000 })
    }),
    /** The previous content stays visible, below the progress line that shows that the next page is loading. */
    loading: {
      ...story({}, async (shown, main) => {
        await hasPage(shown, main)
        shown.network.state = 'waiting'
        void shown.router?.navigate(path)
        await waitFor(() => expect(main.querySelector('[data-busy="true"]')).not.toBeNull())
        await hasPage(shown, main)
      }),
      ...drawnBefore
    },
    failed: {
      ...story({ state: 'failing' }, bearsFailure ? hasPage : expectFailure),
      ...drawnBefore
    },
    withoutRights: {
      ...story({ who: refused }, (shown, main) => expectRefusal(shown, main, refused)),
      ...drawnBefore
    },
    phone: {
      ...story({}, hasPage),
      ...drawnBefore,
      globals: { viewport: { value: 'phone' } }
    },
    rightToLeft: { ...story({}, hasPage), ...drawnBefore, globals: { direction: 'rtl' } }
  }
}

async function expectHeading(main: HTMLElement, text?: string): Promise<void> {
  const heading = await within(main).findByRole('heading', { level: 1 })
  const { notFound, failed, unreachable, notAuthenticated } = errorMessages
  if (text === undefined)
    await expect([notFound, failed, unreachable, notAuthenticated]).not.toContain(
      heading.textContent
    )
  else await expect(heading).toHaveTextContent(text)
}

async function expectFailure(_: Shown, main: HTMLElement): Promise<void> {
  await within(main).findByRole('heading', { level: 1, name: errorMessages.failed })
  await expect(within(main).getByRole('button', { name: commonMessages.retry })).toBeEnabled()
}

/**
 * If the server refuses access, the app redirects visitors to the sign-in page and other users to the home page, with a
 * message.
 */
async function expectRefusal({ router }: Shown, main: HTMLElement, who: Who): Promise<void> {
  const [way, flash] =
    who === 'visitor'
      ? (['/user/sign_in', 'not_authenticated'] as const)
      : (['/', 'not_authorized'] as const)
  await within(main).findByText(commonMessages.flash[flash])
  await expect(router?.state.location.pathname).toBe(way)
  await expectHeading(main)
}

/** Expects that the page does not scroll horizontally. */
async function expectNoOverflow(): Promise<void> {
  const { scrollWidth, clientWidth } = document.documentElement
  await expect(scrollWidth, 'width of the page').toBeLessThanOrEqual(clientWidth)
}

function emptyLists(
  lists: readonly (AnyEndpoint | Given)[],
  answers: readonly Given[]
): readonly Given[] {
  return lists.map(list => {
    if ('endpoint' in list) return list
    const found = [...answers, ...sampleAnswers].find(it => it.endpoint === list)
    if (!found) throw new TypeError(`There is no sample of ${list.path}`)
    return emptied(found)
  })
}

/** Simulates a browser on its first visit, in which event streams receive nothing. */
function prepareBrowser(): () => void {
  localStorage.clear()
  sessionStorage.clear()
  const { EventSource } = globalThis
  globalThis.EventSource = SilentEvents as unknown as typeof EventSource
  return () => {
    globalThis.EventSource = EventSource
  }
}

class SilentEvents extends EventTarget {
  readyState = 0
  close() {}
}
