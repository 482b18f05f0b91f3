import type { SuggestionState } from '@mille/api/constants.ts'

export const suggestionMessages = {
  title: 'Suggestions',
  description: 'What people wish for. Your vote says what comes first.',
  create: 'New suggestion',
  createText:
    'One wish for each suggestion. Look first whether it is there already, and vote for it.',
  send: 'Suggest it',
  created: 'Your suggestion is on the board',
  name: 'Title',
  text: 'Description',
  textHelp: 'What would it let you do that you cannot do now?',
  vote: (title: string) => `Vote for “${title}”`,
  votes: (count: number) => (count === 1 ? '1 vote' : `${count} votes`),
  reply: 'Answer',
  hidden: 'Hidden',
  hiddenText: 'Only you and the operators see this.',
  state: 'State',
  anyState: 'Every state',
  sort: 'Order',
  byVotes: 'Most votes first',
  byDate: 'Newest first',
  signIn: 'Sign in to vote and to suggest something',
  empty: 'Nothing here yet',
  emptyText: 'Be the first to say what is missing.'
}

export const suggestionStateBadges: Record<
  SuggestionState,
  { label: string; tone: 'neutral' | 'info' | 'positive' | 'negative' }
> = {
  open: { label: 'Open', tone: 'neutral' },
  planned: { label: 'Planned', tone: 'info' },
  done: { label: 'Done', tone: 'positive' },
  declined: { label: 'Declined', tone: 'negative' }
}
