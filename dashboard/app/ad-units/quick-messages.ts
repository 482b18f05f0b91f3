export type QuickStep = 'page' | 'look' | 'code'

export const quickAdUnitMessages = {
  title: 'New ad unit',
  description: 'Enter your page, choose how the ad looks, and paste one line of code.',
  steps: { page: 'Your page', look: 'Look', code: 'Code' } satisfies Record<QuickStep, string>,
  moreText: (blocked: string) =>
    `Blocked ads: ${blocked}. “More settings” has this and everything else. All of it can be changed later.`,
  about: (language: string, subjects: string) => `Subject: ${subjects}. Language: ${language}`,
  noSubject: 'not chosen yet',
  previewText:
    'A sample text ad in the chosen look. Your page is not shown around it: once the code is on your page, you can open the page with any ad in it.',
  create: 'Create ad unit',
  allSettings: 'All settings of this ad unit'
}
