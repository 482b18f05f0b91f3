import type { ApiScope } from '@mille/api/constants.ts'

export const apiKeyMessages = {
  title: 'API keys',
  description: 'Let your own programs read statistics and manage campaigns without signing in.',
  none: 'No API keys yet',
  noneText: 'Create a key to read your statistics or manage your campaigns from a program.',
  name: 'Name',
  nameHelp: 'To help you recognize the key later, such as “Monthly report”.',
  scopes: 'Permissions',
  scopeNames: {
    statistics: 'Read statistics',
    campaigns: 'Manage campaigns'
  } satisfies Record<ApiScope, string>,
  scopeTexts: {
    statistics: 'Statistics and statements of your ad units and campaigns.',
    campaigns: 'Create, edit, fund, pause, and archive campaigns, using your account balance.'
  } satisfies Record<ApiScope, string>,
  create: 'Create API key',
  starts: 'Starts with',
  made: 'Created',
  used: 'Last used',
  never: 'Never',
  revoke: 'Revoke',
  revokeOne: (name: string) => `Revoke the key ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: 'Programs that use it immediately lose access. This cannot be undone.',
  revoked: 'Key revoked',
  newKey: 'Your new API key',
  newKeyText: 'It is shown only once. Anyone who has the key can use its permissions.',
  kept: 'I have saved the key in a safe place',
  done: 'Done',
  guide: 'How to use the API'
}
