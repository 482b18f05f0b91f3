import { createContext, useContext } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

export const NonceProvider = NonceContext.Provider

/**
 * Returns the CSP nonce of the current document. Browsers hide the attribute but give the property to running scripts.
 */
export function readNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
}

/** Returns the CSP nonce for the page's inline scripts and style elements. */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
