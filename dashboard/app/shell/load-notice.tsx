import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useStore } from '@nanostores/react'
import { useContext, useEffect, useLayoutEffect } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useMatches,
  useNavigate,
  useRevalidator
} from 'react-router'
import { guardPageCode } from '../page/loads/page-code.ts'
import { pageLoads } from '../page/loads/page-loads.ts'
import { commonMessages, problemText } from '../page/messages.ts'
import { withoutLanguage } from '../page/navigation/language-prefix.ts'
import styles from './load-notice.module.css'
import { shellMessages as messages } from './messages.ts'

/** Explains why a page or its data could not be loaded. The current page remains. */
export function LoadNotice() {
  const failure = useStore(pageLoads.$failure)
  useShownPage()
  useGuardedCode()
  if (failure === null) return null
  return (
    <div className={styles.place}>
      <Notice
        isBanner
        isLive
        tone="warning"
        title={failure.isReload ? messages.notReloaded : messages.notOpened}
        action={
          <Button size="small" onClick={failure.retry}>
            {commonMessages.retry}
          </Button>
        }
        onDismiss={() => pageLoads.$failure.set(null)}
      >
        {problemText(failure.problem)}
      </Notice>
    </div>
  )
}

/** Reports the current page to `pageLoads`, with functions to open, reload and stay. */
function useShownPage() {
  const location = useLocation()
  const matches = useMatches()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useLayoutEffect(() => {
    pageLoads.show({
      address: window.location.href.split('#')[0] ?? '',
      loaded: new Map(matches.map(match => [match.id, match.loaderData])),
      open(address) {
        const { pathname, search } = new URL(address)
        void navigate(withoutLanguage(pathname) + search)
      },
      reload: () => void revalidate(),
      stay: async () =>
        navigate(location, {
          replace: true,
          state: location.state,
          preventScrollReset: true,
          defaultShouldRevalidate: false
        })
    })
  }, [location, matches, navigate, revalidate])
}

type Manifest = { routes: Record<string, { module: string } | undefined> }

function useGuardedCode() {
  const router = useContext(DataRouterContext)?.router
  useEffect(() => {
    const { __reactRouterManifest: manifest } = globalThis as { __reactRouterManifest?: Manifest }
    if (!router || !manifest) return
    const pathOf = (id: string) => manifest.routes[id]?.module ?? ''
    guardPageCode(router.routes, id => import(/* @vite-ignore */ pathOf(id)))
  }, [router])
}
