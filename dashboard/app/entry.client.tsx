import { createLaterApi } from '@mille/api/later-api.ts'
import type { UploadListeners } from '@mille/api/upload-transport.ts'
import { whenIdle } from '@mille/ui/shared/when-idle.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { ApiProvider } from './page/app-context.tsx'
import { UploadProvider, type WatchUpload } from './page/forms/upload-context.tsx'
import { isKnownVisitor } from './page/loads/known-visitor.ts'
import { createPageContext, pageContext } from './page/loads/page-context.ts'
import { languageOfPath } from './page/navigation/language-prefix.ts'
import { NonceProvider, readNonce } from './page/theme/nonce-context.tsx'
import { readTheme } from './page/theme/theme.ts'

let isRedirectTaken = false

function takeRedirect() {
  if (isRedirectTaken) return false
  isRedirectTaken = true
  return true
}

const uploads: UploadListeners = new WeakMap()
const watchUpload: WatchUpload = (form, onProgress) => {
  uploads.set(form, onProgress)
}

// The first page is drawn without API calls, so the API's code is loaded when the browser is idle or with the first
// call.
const importApi = () => import('./page/loads/browser-api.ts')
const api = createLaterApi(async () =>
  (await importApi()).createBrowserApi({ uploads, takeRedirect })
)
const loaderApi = createLaterApi(async () =>
  (await importApi()).createBrowserApi({ uploads, takeRedirect, isForLoaders: true })
)
// If loading fails without a network, the first call tries again.
whenIdle(() => void importApi().catch(() => {}))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <ApiProvider value={api}>
        <UploadProvider value={watchUpload}>
          <NonceProvider value={readNonce()}>
            <HydratedRouter
              getContext={() => {
                const context = new RouterContextProvider()
                context.set(
                  pageContext,
                  createPageContext({
                    api: loaderApi,
                    takeRedirect,
                    isVisitor: isKnownVisitor,
                    publicUrl: location.origin,
                    language: languageOfPath(location.pathname),
                    readTheme: () => readTheme(document.cookie)
                  })
                )
                return context
              }}
            />
          </NonceProvider>
        </UploadProvider>
      </ApiProvider>
    </StrictMode>
  )
})
