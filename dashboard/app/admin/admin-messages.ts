export const adminMessages = {
  name: 'Administration',
  home: 'Home',
  creatives: 'Creatives',
  reports: 'Reported ads',
  offers: 'Offers',
  disputes: 'Disputes',
  sites: 'Sites',
  people: 'People',
  traffic: 'Invalid traffic',
  settings: 'Settings',
  audit: 'Audit log',
  health: 'Health',
  chat: 'Chat',
  announcements: 'Announcements',
  suggestions: 'Suggestions',
  payouts: 'Payouts',
  coupons: 'Coupons'
}
