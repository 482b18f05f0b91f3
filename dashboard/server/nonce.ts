import { createContext } from 'react-router'

/** The word that lets this response's own inline scripts run; another one for each response. */
export const nonceContext = createContext<string>()
