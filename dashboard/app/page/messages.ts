import type { Problem } from '@mille/stores/shared/problems.ts'
import { failureWords } from '@mille/widgets/shared/failure-words.ts'

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
  ...failureWords,
  message_empty: 'Write a message first.',
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
