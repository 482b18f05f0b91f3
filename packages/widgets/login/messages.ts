import type { Popup } from '@mille/stores/popups/popups.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { failureWords } from '../shared/failure-words.ts'

export const signInTitles: Record<Popup['name'], { title: string; description: string }> = {
  GET_SIGN_IN_POPUP: {
    title: 'Sign in',
    description:
      'There are no passwords here. We mail you a code, or you use the account code you kept.'
  },
  ENTER_ACCESS_POPUP: {
    title: 'Enter your access code',
    description: 'The account code of an anonymous account, or the one-time code from a mail.'
  },
  RESET_PASSWORD_POPUP: {
    title: 'Get a new way in',
    description: 'We mail a one-time code to the address of your account.'
  },
  CHECK_YOUR_EMAIL: { title: 'Check your mail', description: '' },
  CREATE_ACCOUNT: {
    title: 'Create an account',
    description: 'One account for both: advertise on other sites and earn with your own.'
  },
  ANONYMOUS_SIGN_UP: {
    title: 'An account without a name',
    description: 'You get one code. It is the account: whoever has it is signed in.'
  },
  CONFIRM_AN_ACCOUNT: { title: 'Confirm your account', description: '' }
}

export const signInMessages = {
  email: 'E-mail address',
  sendCode: 'Mail me a code',
  code: 'Access code',
  codeHelp: 'Capitals, spaces and dashes do not matter.',
  codeEmpty: 'Type or paste the code first.',
  enter: 'Sign in',
  haveCode: 'I have a code already',
  byMail: 'Sign in by mail instead',
  lost: 'Lost your way in?',
  newHere: 'New here? Create an account',
  haveAccount: 'I have an account',
  withoutMail: 'Create one without an address',
  emailWrong: 'This is not a complete e-mail address.',
  sentTo: 'If there is an account for this address, a code is on its way to',
  sentToNew: 'A code is on its way to',
  sentHelp: 'It is good for ten minutes, in this browser.',
  again: 'Send another code',
  create: 'Create account',
  proof: 'Checking that you are not a program',
  talk: 'Talk to us'
}

/** Signing in from another site. */
export const handOffMessages = {
  go: 'Continue at',
  text: 'Your code and your account stay there. A window opens, and you come back here.',
  waiting: 'Waiting for the other window…',
  blocked: 'The window could not be opened. Allow windows for this page, then try again.',
  closed: 'The window was closed before you were signed in.',
  refused: 'This site may not ask who you are here.',
  failed: 'Signing in did not work. Try again in a moment.'
}

export function problemText({ code, detail }: Problem): string {
  return failureWords[code] ?? (detail || (failureWords.internal ?? ''))
}
