export type HealthCheck = { name: string; state: 'ok' | 'warning' | 'alarm'; text: string }
type State = HealthCheck['state']

export const minuteMs = 60_000

/** How serious each state is. */
export const severities: Readonly<Record<State, number>> = { ok: 0, warning: 1, alarm: 2 }

export function level(value: number, warning: number, alarm: number): State {
  if (value >= alarm) return 'alarm'
  return value >= warning ? 'warning' : 'ok'
}

export function duration(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  if (minutes < 2) return `${Math.round(ms / 1000)} s`
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

export const sizeOf = (bytes: number) =>
  bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${Math.round(bytes / 1e9)} GB`
