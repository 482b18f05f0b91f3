import type { ApiScope } from '@mille/api/constants.ts'

export const apiKeyMessages = {
  title: 'API keys',
  description: 'For your own programs: they read statistics and run campaigns without signing in.',
  none: 'You have no API key',
  noneText: 'Make one to read your statistics or run your campaigns from a program.',
  name: 'Name',
  nameHelp: 'So that you know it again, such as “Monthly report”.',
  scopes: 'What it may do',
  scopeNames: {
    statistics: 'Read statistics',
    campaigns: 'Run campaigns'
  } satisfies Record<ApiScope, string>,
  scopeTexts: {
    statistics: 'Figures and statements of your ad units and campaigns.',
    campaigns: 'Create, edit, fund, pause and archive campaigns, with money of your account.'
  } satisfies Record<ApiScope, string>,
  create: 'Create API key',
  starts: 'Begins with',
  made: 'Made',
  used: 'Last used',
  never: 'Never',
  revoke: 'Revoke',
  revokeOne: (name: string) => `Revoke the key ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: 'Programs that use it are refused at once. This cannot be undone.',
  revoked: 'The key is revoked',
  newKey: 'Your new API key',
  newKeyText: 'It is shown now and never again. Whoever has it may do what it is for.',
  kept: 'I have kept the key in a safe place',
  done: 'Done',
  guide: 'How to use the API'
}
