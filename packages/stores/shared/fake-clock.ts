import type { Clock } from './clock.ts'

export type FakeClock = Clock & { advance: (ms: number) => void }

/** A clock that only moves when a test moves it; callbacks that become due meanwhile run in order. */
export function createFakeClock(start = Date.UTC(2026, 2, 2)): FakeClock {
  let now = start
  let waiting: { at: number; run: () => void }[] = []

  return {
    now: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter(it => it !== entry)
      }
    },
    advance(ms) {
      const until = now + ms
      for (;;) {
        const next = waiting.filter(it => it.at <= until).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        waiting = waiting.filter(it => it !== next)
        now = next.at
        next.run()
      }
      now = until
    }
  }
}
