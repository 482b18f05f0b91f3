import type { UserDocument } from '@mille/api/accounts/endpoints.ts'
import type { Api, CallFailure, CallResult } from '@mille/api/client.ts'
import type { Theme } from '@mille/ui/theme-toggle/theme-toggle.tsx'
import { createContext, type RouterContextProvider } from 'react-router'

/** What a page's `load` has to work with; the same on the server and in the browser. */
export type PageContext = {
  api: Api
  /** The account, asked for at most once for each page. */
  readAccount: () => Promise<CallResult<UserDocument>>
  /** True if the person is certainly not signed in: then a call that needs an account is not worth making. */
  isVisitor: () => boolean
  /** Whether the person was found to be signed in; makes no call. */
  isSignedIn: () => Promise<boolean>
  readTheme: () => Theme
  publicUrl: string
  /**
   * Whether that site's widget may ask here who is signed in. Only the server knows the list; in a browser it is always
   * true, and the call that hands a name over is refused then.
   */
  mayHandOff: (origin: string) => boolean
  /** That the address begins with, if any. */
  language: string | null
  /** True once: a page load is sent away at most one time, so that two failing calls cannot chase each other. */
  takeRedirect: () => boolean
}

export const pageContext = createContext<PageContext>()

/** What React Router gives to a `loader` and a `clientLoader` alike. */
export type LoadArgs<Params = Record<never, never>> = {
  request: Request
  params: Params
  context: Readonly<RouterContextProvider>
}

type PageContextParts = Pick<PageContext, 'api' | 'readTheme' | 'publicUrl' | 'language'> &
  Partial<Pick<PageContext, 'takeRedirect' | 'isVisitor' | 'mayHandOff'>>

/** What the call answers to a visitor. */
const nobody: CallFailure = { ok: false, status: 401, code: 'not_authenticated', errors: [] }

export function createPageContext(parts: PageContextParts): PageContext {
  let account: Promise<CallResult<UserDocument>> | null = null
  return {
    takeRedirect: () => true,
    isVisitor: () => false,
    mayHandOff: () => true,
    ...parts,
    readAccount() {
      account ??= parts.isVisitor?.()
        ? Promise.resolve(nobody)
        : parts.api.accounts.readCurrentUser()
      return account
    },
    async isSignedIn() {
      return (await account)?.ok ?? false
    }
  }
}
