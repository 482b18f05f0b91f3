import type { Context } from '../context.ts'

/**
 * First words of a host that EasyList and EasyPrivacy block, either everything or scripts and frames, as in `://ads.`.
 * tests/embed/blocklists.spec.ts checks these words against the lists.
 */
const refused =
  /^((aff-|u)?ads?|ads(bb|rv|server|erv)|adserv(er|ing)?|adv|affiliates?|banners?|promo|oascentral)\d*$/
const refusedAsTrackers =
  /^(a869|a02342|analytics-(beacon|cdn)|cmpworker|elqtrk|fathom|insights-collector|(internal-)?matomo|metrics-collector|openedlog|piwik|posthog|segment-(api|cdn))$/

/** Warns at startup if ad blockers will block everything from this network's host, even the dashboard's scripts. */
export function warnOfBlockedHost({ config, log }: Pick<Context, 'config' | 'log'>): void {
  const { hostname } = new URL(config.publicUrl)
  const [word = ''] = hostname.split('.')
  if (config.mode !== 'production' || !(refused.test(word) || refusedAsTrackers.test(word))) return
  log.warn(
    { host: hostname },
    'PUBLIC_URL has a host name that ad blockers block completely: choose one that does not start with such a word'
  )
}
