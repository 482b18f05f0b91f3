import type { ReportReason } from '@mille/api/ad-reports/reasons.ts'

export const aboutAdMessages = {
  title: 'About this ad',
  description: 'Why you saw it, who paid for it, and how to report it.',
  unknownTitle: 'This ad is no longer here',
  unknownText:
    'It has been removed, or the link is incomplete. If you followed the “Ad” label of an ad that you can still see, open it again.',
  home: 'Go to the home page',
  ad: 'The ad',
  asText: 'Text ad',
  whyTitle: 'Why am I seeing this?',
  why: [
    'The ad was chosen for the page, not for you: from the advertisers that accept the site, its language, and its categories, with a random draw that is weighted by their budgets.',
    'Neither we nor the advertiser know who you are. The ad sets no cookies, and there is no profile of you or of the pages that you read. To count a view once, your browser and network are turned into a code that changes every day.'
  ],
  payerTitle: 'Who paid for it?',
  payer: (name: string) => `Paid for by ${name}`,
  payerChosen: (domain: string) =>
    `The advertiser chose this name, and we have not verified it. The ad leads to ${domain}.`,
  payerUnnamed: 'The advertiser has not set a public name.',
  payerResponsible: (domain: string) =>
    `An account on this network paid for the ad and is responsible for what it says. The ad leads to ${domain}.`,
  invitationTitle: 'Your ad here',
  invitationText:
    'The publisher welcomes advertisers. Start a campaign that begins with this place.',
  invitation: 'Advertise here'
}

export const reportMessages = {
  title: 'Report this ad',
  text: 'You need no account. We store the reason and your note, and nothing about you.',
  reason: 'What is wrong with it?',
  reasonMissing: 'Choose what is wrong with the ad.',
  note: 'Note',
  noteHelp: 'What should we look at? Leave out personal information.',
  send: 'Send report',
  proving: 'Checking your browser…',
  sentTitle: 'Report sent',
  sent: 'Thank you. An operator will look at the ad.'
}

export const reasonLabels: Record<ReportReason, string> = {
  scam_or_malware: 'Scam or malware',
  adult_or_violent: 'Adult or violent',
  misleading: 'Misleading',
  illegal: 'Illegal',
  broken_link: 'Broken link',
  other: 'Something else'
}
