import type { LandingPage, SwapReason } from '@mille/api/admin/endpoints.ts'

export const landingMessages = {
  stopped: (moment: string) => `Stopped on ${moment}: the landing page changed after its approval`,
  reasons: {
    host: 'The link leads to another site.',
    agent: 'Browsers and the checker are sent to different sites.',
    refresh: 'The page sends visitors on to another site.',
    script: 'A script sends visitors to another site.',
    frame: 'Another site fills the window.',
    text: 'The page has a different text.'
  } satisfies Record<SwapReason, string>,
  unread: 'The landing page could not be read',
  problem: (problem: string, since: string | null) =>
    since === null ? `It ${problem}.` : `It ${problem}. First failure: ${since}.`,
  approved: 'Approved',
  now: 'Now',
  address: 'Final address',
  pageTitle: 'Title',
  text: 'Text',
  none: 'None',
  leads: 'Leads elsewhere',
  lead: {
    agent: (host: string) => `The checker is sent to ${host}`,
    refresh: (host: string) => `Refresh to ${host}`,
    script: (host: string) => `Script to ${host}`,
    frame: (host: string) => `Frame of ${host}`
  } satisfies Record<LandingPage['leads'][number]['by'], (host: string) => string>
}
