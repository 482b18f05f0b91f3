import '@mille/ui/tokens/tokens.css'
import '@mille/ui/tokens/base.css'
import '@mille/widgets/announcement/announcement-banner.css'
import '@mille/widgets/chat/chat-panel.css'
import '@mille/widgets/feedback/feedback-link.css'
import '@mille/widgets/login/login-panel.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import font from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { Brand } from '@mille/api/brand/endpoints.ts'
import { createPopupStores } from '@mille/stores/popups/popups.ts'
import { createSessionStores } from '@mille/stores/session/session.ts'
import type { PasskeyBrowser } from '@mille/stores/settings/passkeys.ts'
import { createStepUpStores } from '@mille/stores/settings/step-up.ts'
import { LinkProvider } from '@mille/ui/link/link.tsx'
import type { Theme } from '@mille/ui/theme-toggle/theme-toggle.tsx'
import { ToastProvider } from '@mille/ui/toast/toast.tsx'
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore
} from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteLoaderData,
  UNSAFE_useScrollRestoration as useScrollRestoration
} from 'react-router'
import type { Route } from './+types/root.ts'
import { ErrorPage } from './errors/error-page.tsx'
import { AppProvider, useApi, useStores } from './page/app-context.tsx'
import { earlyInputScript, replayEarlyInput } from './page/forms/early-input.ts'
import { useOwnDrafts } from './page/forms/use-own-drafts.ts'
import { pageFailure } from './page/loads/answer.ts'
import { useKnownVisitor } from './page/loads/known-visitor.ts'
import { type LoadArgs, pageContext } from './page/loads/page-context.ts'
import { useKnownUser } from './page/loads/use-known-user.ts'
import { commonMessages } from './page/messages.ts'
import { canonicalUrl } from './page/navigation/canonical-url.ts'
import { isTranslated } from './page/navigation/language-prefix.ts'
import { nameOf, networkName } from './page/page-title.ts'
import { OwnRates } from './page/rates/own-rates.tsx'
import { useNonce } from './page/theme/nonce-context.tsx'
import { PageLink } from './shell/page-link.tsx'
import { Shell } from './shell/shell.tsx'
import card from './social-card.png'

async function load({ context }: LoadArgs) {
  const page = context.get(pageContext)
  const [account, announcement, currencies, log, legal, brand] = await Promise.all([
    page.readAccount(),
    page.api.announcements.readAnnouncement(),
    page.api.payments.readCurrencies(),
    page.api.publicLog.readPublicLog(),
    page.api.legal.listLegalPages(),
    page.api.brand.readBrand()
  ])
  return {
    // If the announcement cannot be read, the page is shown without it.
    announcement: (announcement.ok && announcement.value) || null,
    // Without exchange rates, amounts are shown in their own currency only.
    currencies: currencies.ok ? currencies.value.data : null,
    // Only status 401 means that the user is signed out. After any other failure it is unknown.
    account: account.ok ? account.value : account.status === 401 ? null : undefined,
    logKeyId: log.ok ? log.value.data.attributes.key_id : null,
    // If they cannot be read, the footer is shown without links to them.
    legal: legal.ok ? legal.value : null,
    // If it cannot be read, the page has the name and the colors of the program.
    brand: brand.ok ? brand.value.data.attributes : null,
    theme: page.readTheme(),
    publicUrl: page.publicUrl,
    language: page.language
  }
}

export const loader = load

/** A failed read does not sign the user out: the page keeps the account it knows. */
export async function clientLoader(args: LoadArgs) {
  const account = await args.context.get(pageContext).readAccount()
  if (!account.ok && account.status !== 401) throw pageFailure(account)
  return load(args)
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    const results = await next()
    const loaded = await import('./page/loads/page-loads.ts').catch(() => null)
    return loaded?.pageLoads.settle(request, results) ?? results
  }
]

/** The frame's data changes only on sign-in and sign-out, and both request a reload. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: networkName(matches) }]

export const links: Route.LinksFunction = () => [
  { rel: 'manifest', href: '/manifest.webmanifest' },
  // The font loads together with the page, because a font that loads later would shift the text.
  { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossOrigin: 'anonymous' }
]

export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<typeof load>('root')
  const nonce = useNonce()
  const hasScripts = useIsFromServer()
  useEffect(replayEarlyInput, [])
  return (
    <html
      lang="en"
      data-theme={loaded && loaded.theme !== 'system' ? loaded.theme : undefined}
      style={accentStyle(loaded?.brand?.colors)}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Vite reads the nonce for the chunks that it loads later. */}
        <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
        {hasScripts && (
          <script nonce={nonce} suppressHydrationWarning>
            {/* The script's text is rendered on the server only, so that the browser's code does not contain it
                twice. */}
            {import.meta.env.SSR ? earlyInputScript : ' '}
          </script>
        )}
        <Meta />
        <link rel="icon" href={loaded?.brand?.logo?.icon ?? '/favicon.svg'} />
        <ThemeColor theme={loaded?.theme ?? 'system'} />
        {loaded && <SocialCard {...loaded} />}
        {/* Our own style sheets and fonts need no nonce, and a nonce that browsers hide cannot be hydrated. */}
        <Links nonce="" />
      </head>
      <body>
        {children}
        {hasScripts ? <ScrollRestoration /> : <ScrollKeeper />}
        {hasScripts && <Scripts />}
      </body>
    </html>
  )
}

/** Returns the tokens that the network's accent color replaces, in both themes. */
function accentStyle(colors: Brand['colors'] | undefined): CSSProperties | undefined {
  if (!colors) return undefined
  return Object.fromEntries(
    Object.entries(colors).map(([name, { light, dark }]) => [
      `--mille-accent${name === 'accent' ? '' : `-${name}`}`,
      `light-dark(${light},${dark})`
    ])
  )
}

/** The page's background, for the browser's own interface. `light-dark()` is not supported here. */
const themeColors = { light: '#fcfaf6', dark: '#0d1116' } as const

function ThemeColor({ theme }: { theme: Theme }) {
  if (theme !== 'system') return <meta name="theme-color" content={themeColors[theme]} />
  return (['light', 'dark'] as const).map(it => (
    <meta
      key={it}
      name="theme-color"
      media={`(prefers-color-scheme: ${it})`}
      content={themeColors[it]}
    />
  ))
}

/**
 * Returns whether the server rendered this component. After a failure of the whole page, React renders it again in the
 * browser, and would set the text of a script as HTML, which the content security policy forbids.
 */
function useIsFromServer(): boolean {
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true
  )
  const [isFromServer] = useState(isHydrated)
  return isFromServer
}

function ScrollKeeper() {
  useScrollRestoration()
  return null
}

/** The canonical address and the preview for social networks. Each page sets its own title. */
function SocialCard({ publicUrl, language, brand }: Loaded) {
  const name = nameOf(brand)
  const isProgram = name === commonMessages.name
  const { pathname } = useLocation()
  const address = canonicalUrl(publicUrl, pathname, language ?? 'en')
  return (
    <>
      <link rel="canonical" href={address} />
      {!isTranslated(language) && <meta name="robots" content="noindex" />}
      <meta property="og:url" content={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      {/* The picture shows the name of the program. */}
      {isProgram && <meta property="og:image" content={publicUrl + card} />}
      <meta name="twitter:card" content={isProgram ? 'summary_large_image' : 'summary'} />
    </>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <Frame loaded={loaderData}>
      <Outlet />
    </Frame>
  )
}

/** The error boundary of the frame itself. Errors within a page have an inner boundary. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main">
      <ErrorPage error={error} isWhole />
    </main>
  )
}

/** Passkey code that loads only when a passkey is needed. If it cannot be loaded, the result is null. */
const laterPasskeys: Pick<PasskeyBrowser, 'get'> = {
  async get(options) {
    const loaded = await import('@mille/widgets/login/passkey-browser.ts').catch(() => null)
    return loaded?.passkeyBrowser.get(options) ?? null
  }
}

type Loaded = Awaited<ReturnType<typeof load>>

function Frame({ loaded, children }: { loaded: Loaded; children: ReactNode }) {
  const session = useStores(createSessionStores, loaded.account ?? null)
  useKnownUser(session, loaded.account !== undefined)
  const [popups] = useState(() => createPopupStores())
  const api = useApi()
  const [stepUp] = useState(() => createStepUpStores(api, laterPasskeys))
  useOwnDrafts(session)
  useKnownVisitor(session)
  return (
    <CSPProvider nonce={useNonce()}>
      <LinkProvider component={PageLink}>
        <ToastProvider>
          <AppProvider
            value={{ session, popups, stepUp, legal: loaded.legal, brand: loaded.brand }}
          >
            <OwnRates loaded={loaded.currencies}>
              <Shell
                theme={loaded.theme}
                announcement={loaded.announcement}
                publicUrl={loaded.publicUrl}
                logKeyId={loaded.logKeyId}
              >
                {children}
              </Shell>
            </OwnRates>
          </AppProvider>
        </ToastProvider>
      </LinkProvider>
    </CSPProvider>
  )
}
