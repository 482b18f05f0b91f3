import type { Announcement } from '@mille/api/announcements/endpoints.ts'
import type { LegalPageList } from '@mille/api/legal/endpoints.ts'
import { isStaff } from '@mille/api/may-operate.ts'
import { popupOfHash } from '@mille/stores/popups/popup-of-hash.ts'
import { AppShell } from '@mille/ui/app-shell/app-shell.tsx'
import type { NavigationItem } from '@mille/ui/app-shell/shell-header.tsx'
import { Footer } from '@mille/ui/footer/footer.tsx'
import { later, useLater } from '@mille/ui/shared/later.ts'
import { type Theme, ThemeToggle } from '@mille/ui/theme-toggle/theme-toggle.tsx'
import { FeedbackLink } from '@mille/widgets/feedback/feedback-link.tsx'
import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useApp } from '../page/app-context.tsx'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { commonMessages } from '../page/messages.ts'
import { keepFirstTouch } from '../page/navigation/first-touch.ts'
import { nameOf } from '../page/page-title.ts'
import { applyTheme } from '../page/theme/theme.ts'
import { AccountMenu, AccountMenuEnd } from './account-menu.tsx'
import { AnnouncementNotice } from './announcement-notice.tsx'
import { feedbackHref } from './feedback-path.ts'
import { FlashNotice } from './flash-notice.tsx'
import { shellMessages } from './messages.ts'
import { NavigationProgress } from './navigation-progress.tsx'
import { PageLink } from './page-link.tsx'
import { Popups } from './popups.tsx'

const laterNotices = later(async () => (await import('./later-notices.tsx')).LaterNotices)

export type ShellProps = {
  theme: Theme
  announcement: Announcement | null
  publicUrl: string
  /** Id of the public log's key, if known. */
  logKeyId: string | null
  children: ReactNode
}

/** The frame around every page: navigation, account, theme, notices and the popups that any page may open. */
export function Shell({ theme, announcement, publicUrl, logKeyId, children }: ShellProps) {
  const { legal = null, brand } = useApp()
  const name = nameOf(brand)
  const address = brand?.support_address
  useHashPopups()
  useFirstTouch()
  // Loads the notices early, because they cannot be loaded once the network is down.
  const LaterNotices = useLater(laterNotices)
  return (
    <>
      <NavigationProgress />
      <AppShell
        name={name}
        logo={brand?.logo}
        navigation={useNavigation()}
        actions={<AccountMenu />}
        menuEnd={<AccountMenuEnd />}
        banner={
          <>
            <AnnouncementNotice loaded={announcement} />
            <FlashNotice />
            {LaterNotices && <LaterNotices />}
            <OwnNotices />
          </>
        }
        footer={
          <Footer
            links={[
              { href: '/', label: shellMessages.home },
              { href: '/marketplace', label: shellMessages.marketplace },
              { href: '/ad-solutions/', label: shellMessages.adSolutions },
              { href: '/publishers', label: shellMessages.publishers },
              { href: '/crypto-affiliate-program/', label: shellMessages.affiliates },
              { href: '/books', label: shellMessages.books },
              { href: '/transparency', label: logLabel(logKeyId) },
              { href: '/verify', label: shellMessages.verify },
              { href: '/docs/', label: shellMessages.docs },
              { href: '#live-chat', label: shellMessages.chat },
              ...(address ? [{ href: `mailto:${address}`, label: address }] : []),
              ...legalLinks(legal, name)
            ]}
            end={
              <>
                <OwnFeedbackLink publicUrl={publicUrl} />
                <ThemeChoice initial={theme} />
              </>
            }
          >
            {shellMessages.footer(name)}
          </Footer>
        }
      >
        {children}
      </AppShell>
      <Popups />
    </>
  )
}

/**
 * Returns the label of the public log's link. It contains a short key id, so that regular visitors would notice a
 * changed key.
 */
function logLabel(keyId: string | null): string {
  return keyId === null ? shellMessages.transparency : shellMessages.transparencyKey(keyId)
}

/**
 * Links to the legal pages that the network has published, and to its source code. A network with its own name says there
 * which program it runs.
 */
function legalLinks(legal: LegalPageList | null, name: string) {
  if (legal === null) return []
  return [
    ...legal.data.map(({ id }) => ({ href: `/legal/${id}`, label: shellMessages.legal[id] ?? id })),
    {
      href: legal.meta.source_url,
      label: name === commonMessages.name ? shellMessages.source : shellMessages.poweredBy
    }
  ]
}

/** The feedback link of the widget. Renders nothing for an account without a feedback token. */
function OwnFeedbackLink({ publicUrl }: { publicUrl: string }) {
  const meta = useStore(useApp().session.$account)?.meta
  if (!meta?.jwt_nolt_token || !meta.feedback_url) return null
  const href = feedbackHref(meta.feedback_url, publicUrl)
  return <FeedbackLink href={href} {...(href.startsWith('/') && { link: PageLink })} />
}

function useNavigation(): NavigationItem[] {
  const { session } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  const user = useStore(session.$user)
  const { pathname } = useLocation()
  const items = [
    { href: '/overview', label: shellMessages.overview, isShown: isAuthorized },
    { href: '/ad-solutions', label: shellMessages.adSolutions, isShown: !isAuthorized },
    { href: '/publishers', label: shellMessages.publishers, isShown: !isAuthorized },
    { href: '/campaigns', label: shellMessages.campaigns, isShown: isAuthorized },
    { href: '/ad-units', label: shellMessages.adUnits, isShown: isAuthorized },
    { href: '/reports', label: shellMessages.reports, isShown: isAuthorized },
    { href: '/finances', label: shellMessages.finances, isShown: isAuthorized },
    { href: '/marketplace', label: shellMessages.marketplace, isShown: true },
    { href: '/admin', label: shellMessages.admin, isShown: isStaff(user?.attributes.roles ?? []) }
  ]
  return items
    .filter(item => item.isShown)
    .map(({ href, label }) => ({
      href,
      label,
      isCurrent: pathname === href || partsOf(href).some(part => pathname.startsWith(part))
    }))
}

/** Returns the path prefixes that belong to a navigation item. */
function partsOf(href: string): string[] {
  return href === '/marketplace' ? ['/marketplace/', '/publication_o'] : [`${href}/`]
}

/** Opens the popup that the hash names, such as `#login-form`, on any page, and removes the hash. */
function useHashPopups() {
  const { popups } = useApp()
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const popup = popupOfHash(hash)
    if (popup === null) return
    popups.open(popup)
    void navigate({ pathname, search, hash: '' }, { replace: true, preventScrollReset: true })
  }, [hash, pathname, search, popups, navigate])
}

function useFirstTouch() {
  const { search } = useLocation()
  useEffect(() => keepFirstTouch(new URLSearchParams(search), localStorage), [search])
}

/** What a signed-in person may have to know is loaded apart, because visitors never see it. */
const AccountNotices = lazyPart(async () => (await import('./account-notices.tsx')).AccountNotices)

function OwnNotices() {
  const account = useStore(useApp().session.$account)
  return (
    account && (
      <Suspense fallback={null}>
        <AccountNotices account={account} />
      </Suspense>
    )
  )
}

function ThemeChoice({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  return (
    <ThemeToggle
      value={theme}
      onChange={chosen => {
        setTheme(chosen)
        applyTheme(chosen)
      }}
    />
  )
}
