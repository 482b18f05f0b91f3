import { useEffect, useState } from 'react'

const waitSeconds = 60

/** Counts down the seconds until a request may be repeated; starts by itself. */
export function useCountdown() {
  const [seconds, setSeconds] = useState(waitSeconds)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(setSeconds, 1_000, seconds - 1)
    return () => clearTimeout(timer)
  }, [seconds])
  return { seconds, restart: () => setSeconds(waitSeconds) }
}
