import { createContext, useContext } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

export const NonceProvider = NonceContext.Provider

/** The word of the page that the browser shows: its attribute is hidden, its property is there for scripts that run. */
export function readNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
}

/** The word that this page's own inline scripts and style elements carry. */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
