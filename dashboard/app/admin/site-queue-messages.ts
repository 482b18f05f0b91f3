export const siteQueueMessages = {
  title: 'Sites',
  description: 'Verified sites that nobody has looked at, oldest first.',
  waiting: (count: number) =>
    `${count} waiting. Press A to approve the first, R to reject it. A site earns meanwhile.`,
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
