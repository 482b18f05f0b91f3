/** Messages for signing up without an email address. */
export const anonymousMessages = {
  anonymousText:
    'We do not ask who you are, so no one can send you a new code. If you lose it, the account and its money are lost.',
  createAnonymous: 'Create anonymous account',
  codeOnce: 'This is your account code. It is shown only once.',
  copy: 'Copy code',
  copied: 'Copied',
  download: 'Save as a file',
  kept: 'I have saved the code in a safe place',
  done: 'Done',
  notYet:
    'Save the code first: copy it, save the file, or check the box. Without the code, no one can open this account again.',
  passkey: 'Add a passkey too',
  passkeyAdded: 'Passkey added. You can use it to sign in.',
  passkeyName: 'Passkey of {date}',
  fileText: 'Account code for {site}. Anyone who has this code can sign in:'
}
