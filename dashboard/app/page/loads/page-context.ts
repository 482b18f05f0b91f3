import type { UserDocument } from '@mille/api/accounts/endpoints.ts'
import type { Api, CallFailure, CallResult } from '@mille/api/client.ts'
import type { Theme } from '@mille/ui/theme-toggle/theme-toggle.tsx'
import { createContext, type RouterContextProvider } from 'react-router'

/** What a page's loader can use. The same on the server and in the browser. */
export type PageContext = {
  api: Api
  /** Returns the account, which is requested at most once for each page. */
  readAccount: () => Promise<CallResult<UserDocument>>
  /** Returns true if the user is certainly signed out, so that calls that need an account can be skipped. */
  isVisitor: () => boolean
  /** Returns whether `readAccount` has found a signed-in user. Makes no call. */
  isSignedIn: () => Promise<boolean>
  readTheme: () => Theme
  publicUrl: string
  /**
   * Whether a site's widget may ask this network who is signed in. Only the server knows the list of sites. In a
   * browser this is always true, and the server rejects the later call if needed.
   */
  mayHandOff: (origin: string) => boolean
  /** The language prefix of the address, if any. */
  language: string | null
  /** Returns true once. Each page load is redirected at most once, so that two failing calls cannot cause a loop. */
  takeRedirect: () => boolean
}

export const pageContext = createContext<PageContext>()

/** The arguments that React Router passes to both `loader` and `clientLoader`. */
export type LoadArgs<Params = Record<never, never>> = {
  request: Request
  params: Params
  context: Readonly<RouterContextProvider>
}

type PageContextParts = Pick<PageContext, 'api' | 'readTheme' | 'publicUrl' | 'language'> &
  Partial<Pick<PageContext, 'takeRedirect' | 'isVisitor' | 'mayHandOff'>>

/** The answer for visitors who are not signed in. */
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
