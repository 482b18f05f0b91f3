export const moderationMessages = {
  title: 'Suggestions',
  description:
    'All suggestions, newest first. Change their status, reply to them, or hide them from the board.',
  state: 'Status',
  reply: 'Reply',
  replyHelp: 'Shown publicly below the suggestion.',
  save: 'Save',
  saved: 'Suggestion saved',
  hide: 'Hide',
  show: 'Show again',
  empty: 'No suggestions yet',
  emptyText: 'Suggestions from the board will appear here.'
}
