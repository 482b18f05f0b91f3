import { chatPictureBytes } from '@mille/api/constants.ts'

export const inboxMessages = {
  title: 'Chat',
  description: 'Everybody who wrote to you, the newest message first.',
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
  answer: 'Your answer',
  answerHelp: 'Enter sends, Shift and Enter begins a new line. Who is away is told by mail.',
  send: 'Send',
  retry: 'Try again',
  addPicture: 'Add a picture',
  removePicture: 'Remove the picture',
  uploading: (name: string) => `Uploading ${name}`,
  pictureReady: 'Your picture, ready to be sent',
  picture: 'Picture',
  pictureFrom: (name: string, moment: string) => `Picture from ${name}, ${moment}`,
  pictureWaited: 'The picture has waited for more than a day. Try again.',
  pictureRefused: {
    one_picture: 'One picture at a time.',
    chat_picture_not_taken: 'This is no PNG, JPEG, GIF, WebP or AVIF picture.',
    chat_picture_too_large: `The picture is larger than ${chatPictureBytes / 1_000_000} MB.`
  },
  back: 'All conversations',
  choose: 'Choose a conversation',
  chooseText: 'You are online for everybody as long as this page is open.',
  empty: 'Nobody has written yet',
  emptyText: 'Messages from the live chat will stand here.'
}
