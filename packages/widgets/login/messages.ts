import type { Popup } from '@mille/stores/popups/popups.ts'

export const signInTitles: Record<Popup['name'], { title: string; description: string }> = {
  GET_SIGN_IN_POPUP: {
    title: 'Sign in',
    description:
      'No password needed. We email you a code, or you use the account code that you saved.'
  },
  ENTER_ACCESS_POPUP: {
    title: 'Enter your access code',
    description: 'The account code of an anonymous account, or the one-time code from an email.'
  },
  RESET_PASSWORD_POPUP: {
    title: 'Recover access',
    description: 'We email a one-time code to the address of your account.'
  },
  CHECK_YOUR_EMAIL: { title: 'Check your email', description: '' },
  CREATE_ACCOUNT: {
    title: 'Create an account',
    description: 'One account for both: advertise on other sites and earn with your own.'
  },
  ANONYMOUS_SIGN_UP: {
    title: 'Anonymous account',
    description: 'You get one code. It is your account: anyone who has the code can sign in.'
  },
  CONFIRM_AN_ACCOUNT: { title: 'Confirm your account', description: '' }
}

export const signInMessages = {
  email: 'Email address',
  sendCode: 'Email me a code',
  code: 'Access code',
  codeHelp: 'Capital letters, spaces, and hyphens do not matter.',
  codeEmpty: 'Enter or paste the code.',
  enter: 'Sign in',
  haveCode: 'I already have a code',
  byMail: 'Sign in by email instead',
  lost: 'Can’t sign in?',
  newHere: 'New here? Create an account',
  haveAccount: 'I have an account',
  withoutMail: 'Continue without an email address',
  emailWrong: 'This is not a complete email address.',
  sentTo: 'If there is an account for this address, a code is on its way to {email}.',
  sentToNew: 'A code is on its way to {email}.',
  sentHelp: 'It works for ten minutes, in this browser.',
  again: 'Send another code',
  againIn: 'Send another code ({seconds} s)',
  create: 'Create account',
  proof: 'Verifying that you are human',
  talk: 'Contact us'
}

/** Texts for signing in from another site. */
export const handOffMessages = {
  go: 'Continue at {host}',
  handOff: 'You sign in there, in a new window. Then you come back here.',
  waiting: 'Waiting for the other window…',
  blocked: 'The window could not be opened. Allow pop-ups for this page, then try again.',
  closed: 'The window was closed before you were signed in.',
  refused: 'This site is not allowed to sign you in.',
  failed: 'Sign-in failed. Try again in a moment.'
}
