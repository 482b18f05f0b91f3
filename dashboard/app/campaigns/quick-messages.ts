import type { PageProblem } from '@mille/api/page-analyses/endpoints.ts'

const byHand = 'You can also write the headline and text yourself.'

const proposedFields = {
  link_text: 'headline',
  creative_text: 'text',
  language: 'language',
  rating: 'subject'
} as const

export const quickCampaignMessages = {
  title: 'New campaign',
  description: 'Enter a link and a budget. The text of your ad is proposed from the page.',
  reading: 'Reading the page…',
  filled: (names: readonly (keyof typeof proposedFields)[]) =>
    `Filled in from the page: ${names.map(name => proposedFields[name]).join(', ')}. You can change everything.`,
  nothingNew: 'The page was read, and what you entered was kept.',
  nothingFound: 'The page has no title or description. Write the headline and text yourself.',
  problems: {
    unreachable: (address: string, problem: string) =>
      `${address} ${problem}. Check the link. ${byHand}`,
    blocked_address: (address: string, problem: string) =>
      `${address} ${problem}. Enter the address that your customers open. ${byHand}`,
    error_status: (address: string, problem: string) =>
      `${address} ${problem}. Check that the page is published. ${byHand}`,
    not_a_page: (address: string) =>
      `${address} is a file that cannot be read. Write the headline and text yourself.`,
    too_large: (address: string) =>
      `${address} is too large to read. Write the headline and text yourself.`
  } satisfies Record<PageProblem, (address: string, problem: string) => string>,
  notRead: (reason: string) => `The page could not be read. ${reason} ${byHand}`,
  about: (language: string, subject: string) => `Language: ${language}. Subject: ${subject}`,
  budgetHelp: 'Your share of the traffic depends on it. No views, no charge.',
  create: 'Create campaign',
  moreKept:
    'This draft also has settings that are not shown here, such as dates or banners. They apply too.'
}
