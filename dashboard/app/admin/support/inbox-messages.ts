import { chatPictureBytes } from '@mille/api/constants.ts'

export const inboxMessages = {
  title: 'Chat',
  description: 'Everyone who has written to you, newest message first.',
  waiting: (count: number) => `${count} waiting`,
  conversations: 'Conversations',
  messages: 'Messages',
  unread: (count: number) => `${count} unread`,
  online: 'Online',
  away: 'Away',
  you: 'You',
  operator: 'Support',
  read: 'Read',
  older: 'Show older messages',
  answer: 'Your reply',
  answerHelp:
    'Press Enter to send, or Shift+Enter for a new line. People who are away are notified by email.',
  send: 'Send',
  retry: 'Try again',
  addPicture: 'Add a picture',
  removePicture: 'Remove the picture',
  uploading: (name: string) => `Uploading ${name}`,
  pictureReady: 'Your picture, ready to send',
  picture: 'Picture',
  pictureFrom: (name: string, moment: string) => `Picture from ${name}, ${moment}`,
  pictureWaited: 'The upload is more than a day old. Try again.',
  pictureRefused: {
    one_picture: 'Add one picture at a time.',
    chat_picture_not_taken: 'The file is not a PNG, JPEG, GIF, WebP, or AVIF picture.',
    chat_picture_too_large: `The picture is larger than ${chatPictureBytes / 1_000_000} MB.`
  },
  back: 'All conversations',
  choose: 'Choose a conversation',
  chooseText: 'You are shown as online while this page is open.',
  letters: 'Messages from visitors',
  lettersText:
    'Left in the chat by people without an account. Their email addresses were not verified.',
  answered: 'Answered',
  answerByMail: 'Answer by email',
  answerByMailTo: (email: string) => `Answer by email to ${email}`,
  markAnswered: 'Mark as answered',
  markWaiting: 'Mark as waiting',
  mailSubject: 'Your message',
  empty: 'No messages yet',
  emptyText: 'Messages from live chat will appear here.'
}
