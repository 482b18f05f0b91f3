export const siteQueueMessages = {
  title: 'Sites',
  description: 'Verified sites that nobody has looked at, oldest first.',
  waiting: (count: number) =>
    `${count} waiting. Press J and K to go through them, A to approve, R to reject. A site earns meanwhile.`,
  empty: 'Nothing waits for you',
  emptyText: 'Newly verified sites will stand here.',
  approve: 'Approve',
  reject: 'Reject',
  approved: 'The site is approved',
  rejected: 'The site is rejected',
  address: 'Address',
  owner: 'Owner',
  language: 'Language',
  categories: 'Categories',
  verified: 'Verified'
}
