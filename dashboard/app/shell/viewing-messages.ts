/** Texts of the bar that is shown while an operator views an account. */
export const viewingMessages = {
  region: 'Viewing another account',
  title: (name: string) => `You see what ${name} sees`,
  account: (id: string) => `account ${id}`,
  text: (until: string) => `Nothing can be changed. It ends by itself: ${until}`,
  stop: 'Stop viewing'
}
