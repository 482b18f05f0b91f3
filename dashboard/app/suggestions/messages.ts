import type { SuggestionState } from '@mille/api/constants.ts'

export const suggestionMessages = {
  title: 'Suggestions',
  description: 'Ideas from our users. Vote for the ones that matter to you.',
  create: 'New suggestion',
  createText:
    'One idea per suggestion. Check first whether it already exists, and vote for it if so.',
  send: 'Submit suggestion',
  created: 'Suggestion submitted',
  name: 'Title',
  text: 'Description',
  textHelp: 'What would it let you do that you cannot do today?',
  vote: (title: string) => `Vote for “${title}”`,
  votes: (count: number) => (count === 1 ? '1 vote' : `${count} votes`),
  reply: 'Reply',
  hidden: 'Hidden',
  hiddenText: 'Only you and the operators can see this.',
  state: 'Status',
  anyState: 'Any status',
  sort: 'Sort by',
  byVotes: 'Most votes first',
  byDate: 'Newest first',
  signIn: 'Sign in to vote or suggest something',
  empty: 'No suggestions yet',
  emptyText: 'Be the first to suggest something.'
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
