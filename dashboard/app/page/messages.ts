import type { Problem } from '@mille/stores/shared/problems.ts'
import { failureWords } from '@mille/widgets/shared/failure-words.ts'

/** Messages that more than one page uses. */
export const commonMessages = {
  name: 'Mille',
  /** Follows the name of an item that is drawn smaller than its real size. */
  shownAt: (percent: number) => `, shown at ${percent}%`,
  /** Follows a rounded or converted amount, for screen readers. */
  exactly: (amount: string) => ` (exactly ${amount})`,
  retry: 'Try again',
  cancel: 'Cancel',
  save: 'Save',
  back: 'Back',
  next: 'Continue',
  flash: {
    not_authenticated: 'Sign in to continue. You will return to the page you were on.',
    not_authorized: 'Your account does not have access to that page.'
  }
}

/** Texts that are more helpful than those of the server. For all other codes the server's detail is shown. */
const problemWords: Readonly<Record<string, string>> = {
  ...failureWords,
  message_empty: 'Enter a message.',
  amount_invalid: 'Enter an amount greater than zero, such as 0.001.',
  insufficient_funds: 'Your balance is too low for that.',
  address_invalid: 'This is not a valid address for this network. Check it, or copy it again.',
  worth_required: 'Enter the amount in US dollars to credit for this coin.',
  worth_not_allowed: 'This payment is credited with its own amount.',
  own_withdrawal: 'You cannot approve or reject your own withdrawal.',
  banner_too_large: 'The file is larger than 700 kB.'
}

/** Returns a problem as a sentence: the dashboard's own text for known codes, otherwise the server's text. */
export function problemText({ code, detail }: Problem): string {
  return problemWords[code] ?? (detail === '' ? (problemWords.internal ?? '') : asSentence(detail))
}

/** Adds the field's label to the API's message: `must not be empty` becomes `The headline must not be empty.` */
export function fieldText(label: string, message: string | undefined): string | undefined {
  if (message === undefined) return undefined
  return /^[a-z]/.test(message) ? asSentence(`${label} ${message}`) : asSentence(message)
}

function asSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`
}

export const pastTheEndMessages = {
  title: 'This page is empty',
  text: (pages: number) =>
    pages === 1 ? 'The list has only one page.' : `The list ends with page ${pages}.`,
  first: 'Go to the first page',
  last: (page: number) => `Go to the last page (${page})`
}
