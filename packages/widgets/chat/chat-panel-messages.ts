/** Texts by error code that say more than that the message was not sent. */
const problems: Readonly<Record<string, string>> = {
  message_empty: 'Enter a message.',
  too_many_requests: 'Too many messages. Wait a minute, then send it again.'
}

export const chatPanelMessages = {
  loading: 'Loading the conversation…',
  failed: 'The conversation could not be loaded.',
  retry: 'Try again',
  signedOut: 'Sign in so that our reply reaches you.',
  signIn: 'Sign in',
  elsewhere: 'We answer in a separate window.',
  openElsewhere: 'Open the chat',
  empty: 'Ask us anything. The conversation stays here.',
  online: 'We are online.',
  away: 'We are offline right now. We also reply by email.',
  older: 'Show older messages',
  you: 'You',
  us: 'Support',
  read: 'Read',
  text: 'Your message',
  send: 'Send',
  picture: 'Add a picture',
  pictureFrom: 'Picture from {name}, {time}',
  notSent: 'Not sent. Try again.',
  problems
}
