import { createContext, useContext } from 'react'

/** Tells how much of a form has been sent, from 0 to 1. */
export type WatchUpload = (form: FormData, onProgress: (fraction: number) => void) => void

const UploadContext = createContext<WatchUpload>(() => {})

export const UploadProvider = UploadContext.Provider

/** On the server nothing is uploaded, and no progress is reported. */
export function useWatchUpload(): WatchUpload {
  return useContext(UploadContext)
}
