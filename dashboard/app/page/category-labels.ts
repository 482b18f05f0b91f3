/** Labels of the traffic categories, by their names in the API. */
export const categoryLabels: Readonly<Record<string, string>> = {
  root: 'All subjects',
  bitcoin: 'Bitcoin',
  premium_crypto: 'Premium crypto',
  premium_other: 'Premium, other',
  blogs: 'Blogs',
  business: 'Business',
  commerce: 'Commerce',
  community_sites: 'Communities',
  earning_online: 'Earning online',
  education: 'Education',
  entertainment: 'Entertainment',
  information_technologies: 'Information technology',
  news: 'News',
  nsfw: 'Adult',
  unknown: 'Something else',
  online_tools_and_software: 'Online tools and software'
}
