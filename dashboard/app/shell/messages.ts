export const shellMessages = {
  overview: 'Overview',
  adSolutions: 'For advertisers',
  publishers: 'For publishers',
  affiliates: 'Affiliate program',
  newVersion: 'A newer version of this page is there.',
  reload: 'Reload',
  campaigns: 'Campaigns',
  adUnits: 'Ad units',
  finances: 'Finances',
  marketplace: 'Marketplace',
  admin: 'Admin',
  chat: 'Talk to us',
  unsavedTitle: 'You have not saved your account code',
  unsavedText:
    'It is the only way into this account, and nobody can send it to you. In this browser you can still make a new one.',
  unsavedMake: 'Make a new code',
  unsavedConfirm: 'I have saved it',
  settings: 'Settings',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signedOut: 'You are signed out',
  createAccount: 'Create account',
  account: 'Account',
  anonymous: 'Anonymous account',
  footer:
    'Mille is an open-source advertising network. No cookies on publishers’ pages, no profiles of their readers.',
  home: 'Home'
}
