import type { Context } from '../context.ts'

/** Beginnings of a host that lists of ad blockers refuse, whatever is asked of it: EasyList has `://ads.` for scripts and frames. */
const refused = /^(ads?|adserver|adserving|banners?)\d*\./

/** Says at the start when people with an ad blocker will not get anything of this network, not even the dashboard's scripts. */
export function warnOfBlockedHost({ config, log }: Pick<Context, 'config' | 'log'>): void {
  const { hostname } = new URL(config.publicUrl)
  if (config.mode !== 'production' || !refused.test(hostname)) return
  log.warn(
    { host: hostname },
    'PUBLIC_URL has a host name that ad blockers refuse, with everything that is asked of it: choose one that does not begin with such a word'
  )
}
