import { isBlockedHost } from '../config/blocked-host.ts'
import type { Context } from '../context.ts'

/** Warns at startup if ad blockers will block everything from this network's host, even the dashboard's scripts. */
export function warnOfBlockedHost({ config, log }: Pick<Context, 'config' | 'log'>): void {
  const { hostname } = new URL(config.publicUrl)
  if (config.mode !== 'production' || !isBlockedHost(hostname)) return
  log.warn(
    { host: hostname },
    'PUBLIC_URL has a host name that ad blockers block completely: choose one that does not start with such a word'
  )
}
