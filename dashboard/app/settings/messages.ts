export const settingsMessages = {
  premium: (contact: string) => `This account is Premium. Your contact at the network: ${contact}`,
  title: 'Settings',
  places: { account: 'Account and sign-in', notifications: 'Notifications' },
  profile: 'Profile',
  username: 'Name',
  usernameHelp: 'Shown to others in the marketplace.',
  advertiserName: 'Public advertiser name',
  advertiserNameHelp:
    'Shown as “Paid for by” on the page about each of your ads. Use the name of the person or company that pays for them.',
  email: 'Email address',
  emailHelp:
    'For codes and notifications. To change it, confirm the change from emails to both your new and old addresses while you are signed in to this account.',
  language: 'Language',
  languageHelp: 'Emails, Telegram messages, and notifications are written in this language.',
  languageNotChosen: 'English (not chosen)',
  timeZone: 'Time zone',
  timeZoneHelp:
    'Reports are by its days unless you choose another. Settlements, statements, and the open books are in UTC. Type the first letters to find it in the list.',
  currency: 'Currency of reports, lists, and charts',
  currencyHelp:
    'Amounts in another currency are converted at the current rate, for display only, and marked with ≈. Account balances, settlements, and files stay in the currency that was charged.',
  currencies: { charged: 'As charged', btc: 'BTC', satoshi: 'sats', usd: 'USD' },
  billing: {
    save: 'Save billing details',
    title: 'Billing details',
    description: 'Your statements name you like this. All fields are optional.',
    name: 'Name or company',
    address: 'Address',
    addressHelp: (lines: number) => `Up to ${lines} lines.`,
    vatNumber: 'VAT number',
    vatNumberHelp: 'Printed as you enter it. No one checks whether it is registered.'
  },
  save: 'Save',
  saved: 'Saved',
  mailed:
    'We sent a confirmation link to the new address, and one to the old address if there is one.',
  sessions: 'Where you are signed in',
  sessionsText:
    'Sessions end after 30 days of inactivity, or after 180 days in any case. API keys are not sessions: they work until you revoke them or get a new account code.',
  browser: 'Browser',
  lastSeen: 'Last used',
  began: 'Signed in',
  thisOne: 'This browser',
  end: 'Revoke',
  endOne: (browser: string) => `Revoke the session of ${browser}`,
  endOthers: 'Revoke all other sessions',
  ended: 'Session revoked',
  endedOthers: 'All other sessions revoked',
  code: 'Account code',
  codeText:
    'The account code lets you sign in without email. A new code replaces the old one, signs out all other sessions, and revokes your API keys.',
  rotate: 'Get a new account code',
  rotateTitle: 'Get a new account code?',
  rotateText:
    'Your current code will stop working. You will be signed out everywhere except here, and programs that use your API keys will lose access.',
  newCode: 'Your new account code',
  newCodeText: 'It is shown only once. Anyone who has the code can sign in.',
  kept: 'I have saved the code in a safe place',
  done: 'Done'
}

export const shownOnceMessages = {
  saveFirst: 'Save it first, then check the box. It will not be shown again.'
}

export const preferenceMessages = {
  title: 'Notifications',
  description:
    'All notifications appear in the app. Choose which ones you also receive by email or Telegram.',
  kind: 'Event',
  mail: 'Email',
  telegram: 'Telegram',
  by: (kind: string, channel: string) => `${kind}: ${channel}`,
  noMail: 'Add an email address to your account to receive emails.'
}

export const stepUpMessages = {
  title: 'Confirm that it is you',
  mailText:
    'We emailed a code to the address of your account. It works for ten minutes, in this window.',
  accountText:
    'Enter your account code. It is the only proof that an account without an email address is yours.',
  code: 'Code',
  codeEmpty: 'Enter or paste the code.',
  confirm: 'Confirm',
  passkey: 'Use a passkey',
  again: 'Send another code',
  againIn: (seconds: number) => `Send another code in ${seconds} s`
}

export const telegramMessages = {
  title: 'Telegram',
  text: 'Our bot can send you notifications as messages.',
  linked: 'You also receive notifications in Telegram.',
  link: 'Link Telegram',
  unlink: 'Unlink Telegram',
  open: 'Open the bot and press Start. The link works once, for 15 minutes.',
  pressed: 'I have pressed Start'
}

export const passkeyMessages = {
  title: 'Passkeys',
  text: 'Sign in and confirm that it is you with this device or a security key, without email.',
  add: 'Add a passkey',
  added: 'Passkey added',
  removed: 'Passkey removed',
  nameOf: (at: Date) => `Passkey of ${at.toISOString().slice(0, 10)}`,
  name: 'Name',
  used: 'Last used',
  never: 'Never',
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  empty: 'No passkeys yet',
  emptyText: 'A passkey works only on this site and cannot be guessed or phished.'
}

export const dataMessages = {
  title: 'Your data',
  text: 'Download everything that we store about you, or delete your account.',
  download: 'Download your data',
  remove: 'Delete account',
  removeTitle: 'Delete your account?',
  removeText:
    'Your name, email address, messages, sessions, and passkeys are permanently deleted. Records needed for the books are kept without your name. This cannot be undone.',
  givesUp: 'Give up the remaining balance'
}
