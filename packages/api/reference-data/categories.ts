export const rootCategoryId = 1
export const categories = [
  { id: 1, name: 'root' },
  { id: 10, name: 'bitcoin' },
  { id: 104, name: 'premium_crypto' },
  { id: 105, name: 'premium_other' },
  { id: 90, name: 'blogs' },
  { id: 91, name: 'business' },
  { id: 92, name: 'commerce' },
  { id: 93, name: 'community_sites' },
  { id: 94, name: 'earning_online' },
  { id: 95, name: 'education' },
  { id: 96, name: 'entertainment' },
  { id: 98, name: 'information_technologies' },
  { id: 101, name: 'news' },
  { id: 102, name: 'nsfw' },
  { id: 81, name: 'unknown' },
  { id: 103, name: 'online_tools_and_software' }
] as const
export type CategoryName = (typeof categories)[number]['name']
