export const chatMessages = {
  title: 'Talk to us',
  lost: 'The chat could not be loaded. Reload the page to try again.',
  elsewhere: 'The conversation is kept on our own page, where you are signed in.',
  go: 'Continue at'
}
