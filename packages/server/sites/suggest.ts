import type { Rating } from '@mille/api/constants.ts'
import { type CategoryName, categories } from '@mille/api/reference-data/categories.ts'

/** Words that suggest a page's categories. They give only a first guess, which the publisher may change. */
const topics: Partial<Record<CategoryName, readonly string[]>> = {
  bitcoin: [
    'bitcoin',
    'btc',
    'satoshi',
    'lightning',
    'blockchain',
    'crypto',
    'cryptocurrency',
    'ethereum',
    'altcoin'
  ],
  blogs: ['blog', 'author', 'posted', 'archive', 'comments', 'diary'],
  business: [
    'business',
    'company',
    'startup',
    'finance',
    'market',
    'marketing',
    'economy',
    'investor'
  ],
  commerce: ['shop', 'cart', 'checkout', 'buy', 'price', 'shipping', 'store', 'sale'],
  community_sites: ['forum', 'thread', 'members', 'community', 'topic', 'reply', 'chat'],
  earning_online: [
    'faucet',
    'earn',
    'earning',
    'affiliate',
    'survey',
    'payout',
    'reward',
    'captcha'
  ],
  education: ['course', 'lesson', 'learn', 'tutorial', 'university', 'school', 'student', 'study'],
  entertainment: ['game', 'games', 'music', 'movie', 'film', 'video', 'fun', 'play'],
  information_technologies: [
    'software',
    'programming',
    'developer',
    'code',
    'linux',
    'server',
    'api',
    'hardware'
  ],
  news: ['news', 'breaking', 'report', 'press', 'headline', 'journalist', 'editor'],
  nsfw: ['porn', 'xxx', 'nude', 'sex', 'escort', 'erotic', 'adult'],
  online_tools_and_software: [
    'tool',
    'tools',
    'converter',
    'generator',
    'calculator',
    'download',
    'online',
    'editor'
  ]
}

/** Words that suggest a rating, the strictest rating first: a casino with adult content is rated as adult. */
const ratingWords: readonly [Rating, readonly string[]][] = [
  ['nsfw', ['porn', 'xxx', 'nude', 'escort', 'erotic']],
  ['gambling', ['casino', 'betting', 'poker', 'roulette', 'jackpot', 'gambling', 'slots', 'dice']],
  ['risky', ['hyip', 'doubler', 'mixer', 'tumbler', 'ponzi', 'guaranteed']],
  ['investments', ['invest', 'investment', 'trading', 'broker', 'forex', 'staking', 'yield']]
]

const minMentions = 2
const maxCategories = 3

/** Returns the IDs of the categories that a page's words mention most, most mentions first. */
export function suggestCategories(words: readonly string[]): string[] {
  const counts = countWords(words)
  return categories
    .map(({ id, name }) => ({ id: String(id), mentions: mentionsOf(counts, topics[name] ?? []) }))
    .filter(it => it.mentions >= minMentions)
    .sort((a, b) => b.mentions - a.mentions)
    .slice(0, maxCategories)
    .map(it => it.id)
}

/** Returns the strictest rating that a page's words suggest, or null for a page that needs none. */
export function suggestRating(words: readonly string[]): Rating | null {
  const counts = countWords(words)
  const found = ratingWords.find(([, marks]) => mentionsOf(counts, marks) >= minMentions)
  return found?.[0] ?? null
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function mentionsOf(counts: ReadonlyMap<string, number>, marks: readonly string[]): number {
  return marks.reduce((sum, mark) => sum + (counts.get(mark) ?? 0), 0)
}
