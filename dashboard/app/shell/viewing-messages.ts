/** Texts of the bar that is shown while an operator or a member views an account. */
export const viewingMessages = {
  region: 'Viewing another account',
  title: (name: string) => `You see what ${name} sees`,
  account: (id: string) => `account ${id}`,
  text: (until: string) => `Nothing can be changed. It ends by itself: ${until}`,
  stop: 'Stop viewing',
  titleOfViewer: (name: string) => `You see ${name} as a viewer`,
  textOfViewer: 'Nothing can be changed.',
  back: 'Back to your own account'
}
