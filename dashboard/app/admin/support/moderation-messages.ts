export const moderationMessages = {
  title: 'Suggestions',
  description: 'All of them, newest first. Move them on, answer them, or take them off the board.',
  state: 'State',
  reply: 'Answer',
  replyHelp: 'Everybody reads it under the suggestion.',
  save: 'Save',
  saved: 'The suggestion is saved',
  hide: 'Hide',
  show: 'Show again',
  empty: 'Nobody has suggested anything yet',
  emptyText: 'Suggestions from the board will stand here.'
}
