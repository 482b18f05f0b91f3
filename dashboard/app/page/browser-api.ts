import { type Api, createApi } from '@mille/api/client.ts'
import { createFailureRules } from '@mille/api/failure-rules.ts'
import { createKyTransport } from '@mille/api/transport.ts'
import { createUploadTransport, type UploadListeners } from '@mille/api/upload-transport.ts'
import { signInPath } from './return-path.ts'

/** The calls of a page in the browser. `takeRedirect` is true once for each page load. */
export function createBrowserApi(uploads: UploadListeners, takeRedirect: () => boolean): Api {
  const rules = createFailureRules({
    redirect(path) {
      if (takeRedirect()) location.assign(path)
    },
    // Whoever called says it beside what was asked for.
    onStatusError: () => {},
    signInPath: () => signInPath(location.pathname + location.search)
  })
  return createApi({
    transport: createUploadTransport(createKyTransport(), uploads),
    storage: sessionStorage,
    onFailure(failure, endpoint) {
      // Reads leave through their loader, which knows where the person was going.
      if (endpoint.method !== 'GET') rules.handle(failure)
    }
  })
}
