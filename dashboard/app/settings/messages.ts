export const settingsMessages = {
  premium: (contact: string) => `This account is Premium. Your contact at the network: ${contact}`,
  title: 'Settings',
  places: { account: 'Account and sign-in', notifications: 'Notifications' },
  profile: 'Who you are',
  username: 'Name',
  usernameHelp: 'Others see it in the marketplace.',
  email: 'E-mail address',
  emailHelp:
    'For codes and notifications. A new address counts once you confirm it from a mail, signed in to this account, and the old one too.',
  save: 'Save',
  saved: 'Saved',
  mailed:
    'We have mailed a link to confirm the new address, and one to the old address where there is one.',
  sessions: 'Where you are signed in',
  sessionsText:
    'A session ends after 30 days without use, and after 180 days in any case. API keys are not sessions: they work until you revoke them, or get a new account code.',
  browser: 'Browser',
  lastSeen: 'Last used',
  began: 'Signed in',
  thisOne: 'This one',
  end: 'End',
  endOne: (browser: string) => `End the session of ${browser}`,
  endOthers: 'End all others',
  ended: 'The session has ended',
  endedOthers: 'All other sessions have ended',
  code: 'Account code',
  codeText:
    'The account code opens your account without mail. A new one takes the place of the old, and every other session and API key ends.',
  rotate: 'Get a new account code',
  rotateTitle: 'A new account code?',
  rotateText:
    'The code that you have now will not work any more. You are signed out everywhere but here, and programs that use your API keys are refused.',
  newCode: 'Your new account code',
  newCodeText: 'It is shown now and never again. Whoever has it is signed in.',
  kept: 'I have kept the code in a safe place',
  done: 'Done'
}

export const shownOnceMessages = {
  saveFirst: 'Save it first, then tick the box: it is never shown again.'
}

export const preferenceMessages = {
  title: 'Notifications',
  description: 'Everything stands in the app. Choose what also comes to you.',
  kind: 'What happens',
  mail: 'Mail',
  telegram: 'Telegram',
  by: (kind: string, channel: string) => `${kind}: by ${channel}`,
  noMail: 'Your account has no e-mail address, so that no mail can come.'
}

export const stepUpMessages = {
  title: 'Confirm that it is you',
  mailText:
    'We have mailed a code to the address of your account. It works for ten minutes, in this window.',
  accountText:
    'Type your account code. It is all that proves that an account without an address is yours.',
  code: 'Code',
  codeEmpty: 'Type or paste the code first.',
  confirm: 'Confirm',
  passkey: 'Use a passkey',
  again: 'Send another code',
  againIn: (seconds: number) => `Another code in ${seconds} s`
}

export const telegramMessages = {
  title: 'Telegram',
  text: 'Notifications can come to you as messages of our bot.',
  linked: 'Your notifications also come by Telegram.',
  link: 'Link Telegram',
  unlink: 'Unlink Telegram',
  open: 'Open the bot and press Start. The link works once, for fifteen minutes.',
  pressed: 'I have pressed Start'
}

export const passkeyMessages = {
  title: 'Passkeys',
  text: 'Sign in, and confirm that it is you, with this device or a security key, without mail.',
  add: 'Add a passkey',
  added: 'The passkey is added',
  removed: 'The passkey is removed',
  nameOf: (at: Date) => `Passkey of ${at.toISOString().slice(0, 10)}`,
  name: 'Name',
  used: 'Last used',
  never: 'Not yet',
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  empty: 'No passkey yet',
  emptyText: 'A passkey works on this site only and cannot be guessed or copied from it.'
}

export const dataMessages = {
  title: 'Your data',
  text: 'Everything that we keep about you, as a file, and the end of it.',
  download: 'Download everything',
  remove: 'Delete the account',
  removeTitle: 'Delete your account?',
  removeText:
    'Your name, address, messages, sessions and passkeys are removed for ever. What the books need stays, without your name. Nobody can undo this.',
  givesUp: 'Give up the money that is left'
}
