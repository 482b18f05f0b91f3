export const chatMessages = {
  title: 'Contact us',
  lost: 'The chat could not be loaded. Reload the page to try again.',
  elsewhereText: 'The conversation is on our own site, where you are signed in.',
  go: 'Continue at {host}'
}
