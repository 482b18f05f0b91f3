import type { PreviewState } from '@mille/api/ad-units/preview-states.ts'

export const livePreviewMessages = {
  title: 'See it on your page',
  text: 'Opens your page with an ad of your choice in this unit, for 30 minutes. Nothing is counted.',
  page: 'Page to open',
  pageHelp: 'A page that has the code of this unit.',
  pageInvalid: 'Enter an address that begins with https://.',
  what: 'What to show',
  states: {
    sample: 'A sample ad',
    house_ad: 'A house ad',
    fallback: 'What is shown when there is no ad',
    empty: 'Nothing: the place collapses',
    closed: 'A sticky ad that was closed'
  } satisfies Record<PreviewState, string>,
  open: 'Open your page',
  opened: 'Your page shows it in a new tab',
  again: 'Open it again',
  until: (time: string) => `The address works until ${time}.`,
  notShown: 'This unit does not show that right now. The ad may be blocked, or its campaign paused.'
}
