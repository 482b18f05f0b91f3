const units = [
  { seconds: 3600, name: 'hour' },
  { seconds: 60, name: 'minute' },
  { seconds: 1, name: 'second' }
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

export const liveCheckMessages = {
  waiting: 'Waiting for the first request from your page …',
  waitingText: 'Paste the code, publish the page, and open it. This updates by itself.',
  seenBefore: 'Your page has requested ads. Waiting for the next request …',
  /** The host is null if the network does not know on which site the request was made. */
  seen: (host: string | null, seconds: number) =>
    host === null ? `Seen ${ago(seconds)}` : `Seen on ${host} ${ago(seconds)}`,
  seenAloud: (host: string | null) => (host === null ? 'Seen just now' : `Seen on ${host}`),
  filled: 'An ad was shown. Waiting for the first paid view …',
  unfilled: {
    site_unverified: 'It got no ad yet: verify that you own the site, then reload your page.',
    mismatched_site: 'The page that asked is on another site than this unit, so it got no ad.',
    no_campaign: 'No campaign matches this page right now. The next one that matches is shown.',
    inside_address:
      'It came from an address inside the network’s own machines, so it got no ad. Ask the operator.'
  } as Readonly<Record<string, string>>,
  otherUnfilled: 'It got no ad. The report of this unit says why.',
  viewed: 'First view counted',
  viewedText: 'The unit earns. What it has earned is in its report.',
  offline: 'The network could not be reached. Trying again …',
  paused: 'Nothing new in 15 minutes, so we stopped looking.',
  resume: 'Keep waiting'
}

function ago(seconds: number): string {
  const past = Math.max(1, Math.floor(seconds))
  const unit = units.find(it => past >= it.seconds) ?? units[2]
  return relative.format(-Math.floor(past / unit.seconds), unit.name)
}
