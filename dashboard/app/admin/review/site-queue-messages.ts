export const siteQueueMessages = {
  title: 'Sites',
  description: 'Verified sites that have not been reviewed, oldest first.',
  waiting: (count: number) =>
    `${count} waiting. Press J and K to move through them, A to approve, and R to reject. Sites can earn while they wait.`,
  empty: 'Nothing to review',
  emptyText: 'Newly verified sites will appear here.',
  approve: 'Approve',
  reject: 'Reject',
  approved: 'Site approved',
  rejected: 'Site rejected',
  address: 'Address',
  owner: 'Owner',
  language: 'Language',
  categories: 'Categories',
  verified: 'Verified'
}
