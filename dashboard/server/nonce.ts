import { createContext } from 'react-router'

/** The CSP nonce of this response's inline scripts. Each response has a different one. */
export const nonceContext = createContext<string>()
