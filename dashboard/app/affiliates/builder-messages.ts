import type { PartnerPage } from '@mille/stores/affiliates/partner-code.ts'

export const partnerBuilderMessages = {
  title: 'Build a link or a widget',
  description: 'Choose what to put on your page. Everything has your affiliate number in it.',
  kind: 'What to embed',
  kinds: {
    widget: { label: 'Marketplace offers', description: 'The newest offers as a list' },
    link: { label: 'Link', description: 'To a page of this site' }
  },
  limit: 'Number of offers',
  theme: 'Theme',
  themes: { page: 'As on your page', light: 'Light', dark: 'Dark' },
  language: 'Language',
  ofPage: 'The language of your page',
  page: 'Page',
  pages: {
    home: 'Home page',
    advertisers: 'For advertisers',
    publishers: 'For publishers'
  } satisfies Record<PartnerPage, string>,
  code: 'Code',
  address: 'Link',
  preview: 'Preview',
  previewText: 'With the offers that are in the marketplace now.',
  ofPageText: 'On your page, the widget has the theme and the language of the page.',
  openText: 'Your own visits from here are not counted.',
  noWords: 'The texts in this language could not be loaded, so the preview is in English.'
} as const
