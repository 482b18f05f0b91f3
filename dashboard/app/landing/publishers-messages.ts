/** Texts that the page needs at once. Those of its later parts are in `publishers-later-messages.ts`. */
export const publishers = {
  title: 'Earn with your site, without tracking anyone',
  description:
    'Ads for publishers in bitcoin and dollars: one line of code, no cookies, and a public account of every payment.',
  lead: 'Paste one line of code and get paid for each ad that a person has seen. Every payment is booked in public, and your readers are not followed.',
  start: 'Create an ad unit'
} as const
