import { readCurrentUser } from '@mille/api/accounts/endpoints.ts'
import { type Api, createApi } from '@mille/api/client.ts'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { createFailureRules } from '@mille/api/failure-rules.ts'
import { readChatMessages } from '@mille/api/support/endpoints.ts'
import { createKyTransport } from '@mille/api/transport.ts'
import { createUploadTransport, type UploadListeners } from '@mille/api/upload-transport.ts'
import { inLanguage, withoutLanguage } from '../navigation/language-prefix.ts'
import { signInPath } from '../navigation/return-path.ts'

export type BrowserApiOptions = {
  uploads: UploadListeners
  /** Returns true once for each page load. */
  takeRedirect: () => boolean
  /**
   * True for the calls of page loaders. The loader handles their redirects, because it knows where the user was going.
   */
  isForLoaders?: boolean
}

/** Visitors may make these calls too, and the caller shows them how to sign in. */
const askedByVisitors = new Set<AnyEndpoint>([readCurrentUser, readChatMessages])

/** Creates the API client of a page in the browser. */
export function createBrowserApi({ uploads, takeRedirect, isForLoaders }: BrowserApiOptions): Api {
  const rules = createFailureRules({
    redirect(path) {
      if (takeRedirect()) location.assign(inLanguage(path, location.pathname))
    },
    // The caller shows the error beside what was requested.
    onStatusError: () => {},
    signInPath: () => signInPath(withoutLanguage(location.pathname) + location.search)
  })
  return createApi({
    transport: createUploadTransport(createKyTransport(), uploads),
    storage: sessionStorage,
    onFailure(failure, endpoint) {
      const isLeft = endpoint.method === 'GET' && (isForLoaders || askedByVisitors.has(endpoint))
      if (!isLeft) rules.handle(failure)
    }
  })
}
