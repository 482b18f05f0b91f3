/**
 * First words of a host that EasyList and EasyPrivacy block, either everything or scripts and frames, as in `://ads.`.
 * tests/embed/blocklists.spec.ts checks these words against the lists.
 */
const refused =
  /^((aff-|u)?ads?|ads(bb|rv|server|erv)|adserv(er|ing)?|adv|affiliates?|banners?|promo|oascentral)\d*$/
const refusedAsTrackers =
  /^(a869|a02342|analytics-(beacon|cdn)|cmpworker|elqtrk|fathom|insights-collector|(internal-)?matomo|metrics-collector|openedlog|piwik|posthog|segment-(api|cdn))$/

/** Whether ad blockers block everything from this host, even the dashboard's scripts. */
export function isBlockedHost(hostname: string): boolean {
  const [word = ''] = hostname.split('.')
  return refused.test(word) || refusedAsTrackers.test(word)
}
