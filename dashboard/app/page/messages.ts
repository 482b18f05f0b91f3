import type { Problem } from '@mille/stores/shared/problems.ts'

/** Words that more than one page uses. */
export const commonMessages = {
  name: 'Mille',
  retry: 'Try again',
  cancel: 'Cancel',
  save: 'Save',
  back: 'Back',
  next: 'Continue',
  flash: {
    not_authenticated: 'Sign in to go on. You will come back to where you were.',
    not_authorized: 'That page is not open to your account.'
  }
}

/** Where we can say more than the server. For everything else its detail is shown: it knows the particulars. */
const problemWords: Readonly<Record<string, string>> = {
  unreachable: 'The server could not be reached. Check your connection and try again.',
  unreadable: 'The answer of the server could not be read. Try again in a moment.',
  internal: 'Something went wrong on our side. Nothing was lost; try again in a moment.',
  unavailable: 'The service is not available right now. Try again in a moment.',
  too_many_requests: 'That was tried too often. Wait a few minutes, then try again.',
  message_empty: 'Write a message first.',
  access_code_wrong: 'This code does not match. Check it letter by letter, or ask for a new one.',
  access_code_expired: 'This code has expired. Ask for a new one.',
  amount_invalid: 'Type an amount greater than zero, such as 0.001.',
  insufficient_funds: 'There is not enough money on your balance for that.',
  address_invalid:
    'This is no address of the network: check it letter by letter, or copy it once more.',
  worth_required: 'Say how many dollars the account gets for this coin.',
  worth_not_allowed: 'This payment is worth its own amount.',
  own_withdrawal: 'Somebody else has to decide on your own withdrawal.',
  banner_too_large: 'The file is larger than 700 kB.'
}

/** A failure in a sentence: our words for a known code, else what the server says. */
export function problemText({ code, detail }: Problem): string {
  return problemWords[code] ?? (detail === '' ? (problemWords.internal ?? '') : asSentence(detail))
}

/** The contract says `must not be empty`; beside a field it reads `The headline must not be empty.` */
export function fieldText(label: string, message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  return /^[a-z]/.test(message) ? asSentence(`${label} ${message}`) : asSentence(message)
}

function asSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`
}

export const pastTheEndMessages = {
  title: 'Nothing is on this page',
  text: (pages: number) =>
    pages === 1 ? 'The list has one page only.' : `The list ends with page ${pages}.`,
  first: 'To the first page',
  last: (page: number) => `To the last page, ${page}`
}
