import { useEffect } from 'react'

/**
 * Runs `run` every `everyMs` milliseconds while the page is visible, and whenever the user returns to it. Null disables
 * it.
 */
export function useWhileVisible(run: (() => unknown) | null, everyMs: number): void {
  useEffect(() => {
    if (run === null) return
    const follow = () => {
      if (!document.hidden) void run()
    }
    const timer = setInterval(follow, everyMs)
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [run, everyMs])
}
