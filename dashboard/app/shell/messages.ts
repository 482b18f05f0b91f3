import { words } from '../page/translation.ts'

export const shellMessages = words('shell/messages', 'shellMessages', {
  overview: 'Overview',
  adSolutions: 'For advertisers',
  publishers: 'For publishers',
  affiliates: 'Affiliate program',
  notOpened: 'The page could not be opened',
  notReloaded: 'This page may be out of date',
  newVersion: 'A newer version of this page is available.',
  reload: 'Reload',
  campaigns: 'Campaigns',
  adUnits: 'Ad units',
  finances: 'Finances',
  marketplace: 'Marketplace',
  admin: 'Admin',
  chat: 'Contact us',
  unsavedTitle: 'You have not saved your account code',
  unsavedText:
    'It is the only way into this account, and no one can send it to you again. You can still create a new one in this browser.',
  unsavedMake: 'Create a new code',
  unsavedConfirm: 'I have saved it',
  contact: (name: string) => `Your contact at the network: ${name}`,
  settings: 'Settings',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signedOut: 'You are signed out',
  createAccount: 'Create account',
  account: 'Account',
  anonymous: 'Anonymous account',
  footer:
    'Mille is an open-source advertising network. No cookies on publishers’ pages, no profiles of their readers.',
  home: 'Home',
  verify: 'Verify a bill',
  books: 'Open books',
  transparency: 'Public log',
  transparencyKey: (keyId: string) => `Public log (key ${keyId})`
})
