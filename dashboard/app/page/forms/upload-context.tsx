import { createContext, useContext } from 'react'

/** Reports the sent fraction of a form, from 0 to 1. */
export type WatchUpload = (form: FormData, onProgress: (fraction: number) => void) => void

const UploadContext = createContext<WatchUpload>(() => {})

export const UploadProvider = UploadContext.Provider

/** Returns the function that reports upload progress. On the server it reports nothing. */
export function useWatchUpload(): WatchUpload {
  return useContext(UploadContext)
}
