import { createApi } from '@mille/api/client.ts'
import { createFailureRules } from '@mille/api/failure-rules.ts'
import { createKyTransport } from '@mille/api/transport.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { ApiProvider } from './page/app-context.tsx'
import { languageOfPath } from './page/language-prefix.ts'
import { NonceProvider, readNonce } from './page/nonce-context.tsx'
import { createPageContext, pageContext } from './page/page-context.ts'
import { signInPath } from './page/return-path.ts'
import { readTheme } from './page/theme.ts'
import { UploadProvider } from './page/upload-context.tsx'
import { createUploadProgress } from './page/upload-progress.ts'

let isRedirectTaken = false

function takeRedirect() {
  if (isRedirectTaken) return false
  isRedirectTaken = true
  return true
}

const rules = createFailureRules({
  redirect(path) {
    if (takeRedirect()) location.assign(path)
  },
  // Whoever called says it beside what was asked for.
  onStatusError: () => {},
  signInPath: () => signInPath(location.pathname + location.search)
})
const upload = createUploadProgress(createKyTransport())
const api = createApi({
  transport: upload.transport,
  storage: sessionStorage,
  onFailure(failure, endpoint) {
    // Reads leave through their loader, which knows where the person was going.
    if (endpoint.method !== 'GET') rules.handle(failure)
  }
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <ApiProvider value={api}>
        <UploadProvider value={upload.watchUpload}>
          <NonceProvider value={readNonce()}>
            <HydratedRouter
              getContext={() => {
                const context = new RouterContextProvider()
                context.set(
                  pageContext,
                  createPageContext({
                    api,
                    takeRedirect,
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
