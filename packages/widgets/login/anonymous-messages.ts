/** Of signing up without an address. */
export const anonymousMessages = {
  anonymousText:
    'We do not ask who you are. Nobody can send you a new code either: if you lose it, the account and its money are lost.',
  createAnonymous: 'Create the account',
  codeOnce: 'This is your account code. It is shown now and never again.',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Save as a file',
  kept: 'I have kept the code in a safe place',
  done: 'Go on',
  notYet:
    'Save the code first: copy it, save the file or tick the box. Without it nobody can open this account again.',
  passkey: 'Add a passkey too',
  passkeyAdded: 'A passkey is added: it opens the account as well.',
  passkeyName: (date: string) => `Passkey of ${date}`,
  fileName: 'mille-account-code.txt',
  fileText: 'Account code for Mille. Whoever has it is signed in:'
}
