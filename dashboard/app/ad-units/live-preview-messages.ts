import type { PreviewState } from '@mille/api/ad-units/preview-states.ts'

/** Texts that publishers and advertisers see alike. */
export const previewFormMessages = {
  page: 'Page to open',
  pageInvalid: 'Enter an address that begins with https://.',
  again: 'Open it again',
  address: 'address',
  until: (time: string) => `The address works until ${time}, for anyone who has it.`
}

export const livePreviewMessages = {
  title: 'See it on your page',
  text: 'Opens your page with an ad of your choice in this unit, for 30 minutes. Nothing is counted.',
  pageHelp: 'A page that has the code of this unit.',
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
  refusals: {
    preview_not_shown:
      'This unit does not show that right now. The ad may be blocked, or its campaign paused.'
  }
}
