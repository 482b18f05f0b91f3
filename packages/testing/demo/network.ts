import type { OfferType, Rating, TrafficType } from '@mille/api/constants.ts'
import type { BannerSize, UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import type { CategoryName } from '@mille/api/reference-data/categories.ts'
import type { ProductCategory } from '@mille/api/reference-data/product-categories.ts'
import type { Currency } from '@mille/money/amount.ts'

/** Realistic network that the first development start seeds. All names are invented. */

export type DemoPublisher = {
  name: string
  domain: string
  language: string
  categories: CategoryName[]
  units: { name: string; path: string; size: UnitSize; dailyViews: number }[]
}

/**
 * Seeded publishers. The first belongs to the demo publisher account: its pages are those of the demo blog, whose
 * domain is filled in later.
 */
export const publishers: DemoPublisher[] = [
  {
    name: 'halfpenny',
    domain: '',
    language: 'en',
    categories: ['blogs', 'bitcoin', 'education'],
    units: [
      { name: 'Blog, top of page', path: '/', size: '728x90', dailyViews: 260 },
      { name: 'Blog, beside the article', path: '/', size: '300x250', dailyViews: 310 },
      { name: 'Blog, end of article', path: '/notes-on-fees', size: 'Adaptive', dailyViews: 190 },
      { name: 'Blog, sidebar', path: '/notes-on-fees', size: '160x600', dailyViews: 120 },
      { name: 'Blog, mobile', path: '/', size: '320x50', dailyViews: 240 }
    ]
  },
  {
    name: 'mempool-monthly',
    domain: 'mempoolmonthly.example',
    language: 'en',
    categories: ['bitcoin', 'news'],
    units: [
      { name: 'Front page, header', path: '/', size: '970x250', dailyViews: 220 },
      { name: 'Article, right column', path: '/articles', size: '300x600', dailyViews: 260 },
      { name: 'Article, in text', path: '/articles', size: '300x250', dailyViews: 330 }
    ]
  },
  {
    name: 'ferry-and-fern',
    domain: 'ferryandfern.example',
    language: 'en',
    categories: ['blogs', 'commerce'],
    units: [
      { name: 'Journal, footer', path: '/journal', size: '468x60', dailyViews: 90 },
      { name: 'Journal, sidebar', path: '/journal', size: '250x250', dailyViews: 110 }
    ]
  },
  {
    name: 'stackframe',
    domain: 'stackframe.example',
    language: 'en',
    categories: ['information_technologies', 'online_tools_and_software'],
    units: [
      { name: 'Docs, sidebar', path: '/docs', size: '160x600', dailyViews: 280 },
      { name: 'Docs, header', path: '/docs', size: '728x90', dailyViews: 350 },
      { name: 'Snippets', path: '/snippets', size: '336x280', dailyViews: 170 }
    ]
  },
  {
    name: 'lightning-lunch',
    domain: 'lightninglunch.example',
    language: 'en',
    categories: ['premium_crypto', 'bitcoin'],
    units: [
      { name: 'Episode page', path: '/episodes', size: '300x250', dailyViews: 200 },
      { name: 'Show notes', path: '/notes', size: 'Adaptive', dailyViews: 150 },
      { name: 'Archive', path: '/archive', size: '728x90', dailyViews: 80 }
    ]
  },
  {
    name: 'kettle-forum',
    domain: 'kettleforum.example',
    language: 'en',
    categories: ['community_sites'],
    units: [
      { name: 'Thread list', path: '/', size: '970x90', dailyViews: 240 },
      { name: 'Thread', path: '/threads', size: '728x90', dailyViews: 360 },
      { name: 'Thread, mobile', path: '/threads', size: '320x100', dailyViews: 280 }
    ]
  },
  {
    name: 'zeitblock',
    domain: 'zeitblock.example',
    language: 'de',
    categories: ['news', 'business'],
    units: [
      { name: 'Startseite', path: '/', size: '970x250', dailyViews: 150 },
      { name: 'Artikel', path: '/artikel', size: '300x250', dailyViews: 210 },
      { name: 'Mobil', path: '/', size: '320x50', dailyViews: 160 }
    ]
  },
  {
    name: 'unit-circle',
    domain: 'unitcircle.example',
    language: 'en',
    categories: ['education', 'entertainment'],
    units: [
      { name: 'Puzzle of the day', path: '/today', size: '250x250', dailyViews: 190 },
      { name: 'Lesson', path: '/lessons', size: 'Adaptive', dailyViews: 140 },
      { name: 'Leaderboard', path: '/board', size: '120x600', dailyViews: 70 }
    ]
  },
  {
    name: 'small-invoices',
    domain: 'smallinvoices.example',
    language: 'en',
    categories: ['business', 'online_tools_and_software'],
    units: [
      { name: 'Free tools', path: '/tools', size: '336x280', dailyViews: 130 },
      { name: 'Blog', path: '/blog', size: '468x60', dailyViews: 85 },
      { name: 'Blog, square', path: '/blog', size: '125x125', dailyViews: 75 },
      { name: 'Calculator', path: '/calculator', size: '300x250', dailyViews: 145 }
    ]
  }
]

export type DemoCampaign = {
  advertiser: string
  /** The advertiser's name for the campaign; null means the headline is used. */
  name: string | null
  title: string
  text: string
  link: string
  language: string
  rating: Rating | null
  sells: ProductCategory
  currency: Currency
  traffic: TrafficType
  /** Daily budget in whole coins, dollars, satoshis or cents, as a user would type it. */
  dailyBudget: string
  maxCpm: string | null
  totalBudget: string | null
  funded: string
  state: 'active' | 'paused' | 'pending' | 'out_of_funds'
  /** Brand and sizes of the banner images in banners/, named `{brand}-{size}.webp`. */
  banners: { brand: string; sizes: BannerSize[] } | null
  daysAgo: number
}

const demo = 'demo-advertiser'

/** Seeded campaigns. Those of `demo-advertiser` belong to the demo advertiser account. */
export const campaigns: DemoCampaign[] = [
  {
    advertiser: demo,
    name: 'Larkspur, all year',
    title: 'A wallet your parents can use',
    text: 'Larkspur keeps your keys on your phone and your words on paper. Free and open source.',
    link: 'https://larkspur.example/',
    language: 'en',
    rating: null,
    sells: 'crypto_wallets',
    currency: 'btc',
    traffic: 'cpd',
    dailyBudget: '0.00006',
    maxCpm: null,
    totalBudget: null,
    funded: '0.004',
    state: 'active',
    banners: { brand: 'larkspur', sizes: ['300x250', '728x90', '160x600', '320x50'] },
    daysAgo: 29
  },
  {
    advertiser: demo,
    name: 'Larkspur steel, price per view',
    title: 'Steel plates for seed words',
    text: 'Fireproof, waterproof, boring. As a backup should be.',
    link: 'https://larkspur.example/steel',
    language: 'en',
    rating: null,
    sells: 'crypto_wallets',
    currency: 'btc',
    traffic: 'cpm',
    dailyBudget: '0.00004',
    maxCpm: '0.00004',
    totalBudget: '0.003',
    funded: '0.002',
    state: 'active',
    banners: null,
    daysAgo: 21
  },
  {
    advertiser: demo,
    name: 'Larkspur course, autumn',
    title: 'Learn to run a node',
    text: 'A weekend course with real hardware. No slides.',
    link: 'https://larkspur.example/course',
    language: 'en',
    rating: null,
    sells: 'education',
    currency: 'usd',
    traffic: 'cpd',
    dailyBudget: '1.8',
    maxCpm: '1.5',
    totalBudget: null,
    funded: '24',
    state: 'paused',
    banners: null,
    daysAgo: 16
  },
  {
    advertiser: 'quay-hosting',
    name: 'Q4 servers',
    title: 'Servers paid in sats',
    text: 'Start a machine in 40 seconds, pay by the hour, leave without a form.',
    link: 'https://quayhosting.example/',
    language: 'en',
    rating: null,
    sells: 'hosting',
    currency: 'btc',
    traffic: 'cpd',
    dailyBudget: '0.00008',
    maxCpm: null,
    totalBudget: null,
    funded: '0.006',
    state: 'active',
    banners: { brand: 'quay', sizes: ['728x90', '300x250', '970x250', '300x600'] },
    daysAgo: 29
  },
  {
    advertiser: 'quay-hosting',
    name: 'Q4 backups',
    title: 'Backups that restore',
    text: 'We test every restore, every night, and mail you the proof.',
    link: 'https://quayhosting.example/backups',
    language: 'en',
    rating: null,
    sells: 'hosting',
    currency: 'usd',
    traffic: 'cpm',
    dailyBudget: '2.5',
    maxCpm: '2',
    totalBudget: null,
    funded: '120',
    state: 'active',
    banners: null,
    daysAgo: 27
  },
  {
    advertiser: 'nettle-tea',
    name: null,
    title: 'Tea, by post, for bitcoin',
    text: 'Nettle, mint and smoked oolong from small farms.',
    link: 'https://nettletea.example/',
    language: 'en',
    rating: null,
    sells: 'shops',
    currency: 'btc',
    traffic: 'cpd',
    dailyBudget: '0.00002',
    maxCpm: null,
    totalBudget: null,
    funded: '0.0015',
    state: 'active',
    banners: { brand: 'nettle', sizes: ['250x250', '300x250', '468x60', '336x280'] },
    daysAgo: 28
  },
  {
    advertiser: 'nettle-tea',
    name: null,
    title: 'The winter box',
    text: 'Six teas and a tin. Ships before the solstice.',
    link: 'https://nettletea.example/winter',
    language: 'en',
    rating: null,
    sells: 'shops',
    currency: 'usd',
    traffic: 'cpd',
    dailyBudget: '0.9',
    maxCpm: null,
    totalBudget: '20',
    funded: '20',
    state: 'active',
    banners: null,
    daysAgo: 12
  },
  {
    advertiser: 'halyard-mail',
    name: null,
    title: 'Email without a landlord',
    text: 'Your domain, your keys, our servers. Five dollars a month.',
    link: 'https://halyard.example/',
    language: 'en',
    rating: null,
    sells: 'hosting',
    currency: 'usd',
    traffic: 'cpd',
    dailyBudget: '3',
    maxCpm: null,
    totalBudget: null,
    funded: '150',
    state: 'active',
    banners: { brand: 'halyard', sizes: ['728x90', '300x250', '160x600', '970x90'] },
    daysAgo: 29
  },
  {
    advertiser: 'halyard-mail',
    name: null,
    title: 'Move your mail in an afternoon',
    text: 'We copy every folder while you have lunch.',
    link: 'https://halyard.example/move',
    language: 'en',
    rating: null,
    sells: 'hosting',
    currency: 'usd',
    traffic: 'cpm',
    dailyBudget: '1.4',
    maxCpm: '1.2',
    totalBudget: null,
    funded: '60',
    state: 'active',
    banners: null,
    daysAgo: 25
  },
  {
    advertiser: 'tally-books',
    name: null,
    title: 'Double entry, once',
    text: 'Accounting software for people who like their ledgers balanced.',
    link: 'https://tallybooks.example/',
    language: 'en',
    rating: null,
    sells: 'software',
    currency: 'us_cents',
    traffic: 'cpd',
    dailyBudget: '220',
    maxCpm: null,
    totalBudget: null,
    funded: '12000',
    state: 'active',
    banners: { brand: 'tally', sizes: ['300x250', '300x600', '728x90', '320x100'] },
    daysAgo: 29
  },
  {
    advertiser: 'tally-books',
    name: null,
    title: 'Tax season, without the season',
    text: 'Import, match, done. Exports what your accountant asks for.',
    link: 'https://tallybooks.example/tax',
    language: 'en',
    rating: null,
    sells: 'software',
    currency: 'us_cents',
    traffic: 'cpm',
    dailyBudget: '120',
    maxCpm: '150',
    totalBudget: null,
    funded: '5000',
    state: 'active',
    banners: null,
    daysAgo: 20
  },
  {
    advertiser: 'orbit-exchange',
    name: null,
    title: 'Trade with your own keys',
    text: 'A peer-to-peer exchange. Fees on one page.',
    link: 'https://orbit.example/',
    language: 'en',
    rating: 'investments',
    sells: 'crypto_exchanges',
    currency: 'btc',
    traffic: 'cpd',
    dailyBudget: '0.00007',
    maxCpm: null,
    totalBudget: null,
    funded: '0.005',
    state: 'active',
    banners: { brand: 'orbit', sizes: ['728x90', '300x250', '970x250', '320x50'] },
    daysAgo: 29
  },
  {
    advertiser: 'orbit-exchange',
    name: null,
    title: 'Handelt mit eigenen Schlüsseln',
    text: 'Börse von Mensch zu Mensch. Gebühren auf einer Seite.',
    link: 'https://orbit.example/de',
    language: 'de',
    rating: 'investments',
    sells: 'crypto_exchanges',
    currency: 'btc',
    traffic: 'cpd',
    dailyBudget: '0.00003',
    maxCpm: null,
    totalBudget: null,
    funded: '0.002',
    state: 'active',
    banners: null,
    daysAgo: 24
  },
  {
    advertiser: 'orbit-exchange',
    name: null,
    title: 'Savings plan in satoshi',
    text: 'A little every week. Stop whenever you like.',
    link: 'https://orbit.example/save',
    language: 'en',
    rating: 'investments',
    sells: 'investments',
    currency: 'satoshi',
    traffic: 'cpm',
    dailyBudget: '4000',
    maxCpm: '5000',
    totalBudget: null,
    funded: '180000',
    state: 'active',
    banners: null,
    daysAgo: 18
  },
  {
    advertiser: 'six-deck',
    name: null,
    title: 'Chess for small stakes',
    text: 'Play a stranger for a thousand sats. Winner keeps most of it.',
    link: 'https://sixdeck.example/',
    language: 'en',
    rating: 'gambling',
    sells: 'gambling',
    currency: 'btc',
    traffic: 'cpd',
    dailyBudget: '0.00004',
    maxCpm: null,
    totalBudget: null,
    funded: '0.003',
    state: 'active',
    banners: null,
    daysAgo: 26
  },
  {
    advertiser: 'copper-print',
    name: null,
    title: 'Letterpress cards, paid in sats',
    text: 'Thick paper, real type, three weeks.',
    link: 'https://copperprint.example/',
    language: 'en',
    rating: null,
    sells: 'shops',
    currency: 'btc',
    traffic: 'cpd',
    dailyBudget: '0.000015',
    maxCpm: null,
    totalBudget: null,
    funded: '0.0002',
    state: 'out_of_funds',
    banners: null,
    daysAgo: 22
  },
  {
    advertiser: 'copper-print',
    name: null,
    title: 'Posters of old machines',
    text: 'Looms, presses and engines, drawn by hand.',
    link: 'https://copperprint.example/posters',
    language: 'en',
    rating: null,
    sells: 'shops',
    currency: 'usd',
    traffic: 'cpd',
    dailyBudget: '0.6',
    maxCpm: '3',
    totalBudget: null,
    funded: '30',
    state: 'active',
    banners: null,
    daysAgo: 23
  },
  {
    advertiser: 'wren-vpn',
    name: null,
    title: 'A VPN that forgets',
    text: 'No accounts, no logs, paid by the day.',
    link: 'https://wrenvpn.example/',
    language: 'en',
    rating: null,
    sells: 'vpn',
    currency: 'btc',
    traffic: 'cpm',
    dailyBudget: '0.00004',
    maxCpm: '0.00003',
    totalBudget: null,
    funded: '0.002',
    state: 'active',
    banners: null,
    daysAgo: 29
  },
  {
    advertiser: 'wren-vpn',
    name: null,
    title: 'Pay by the hour',
    text: 'Traveling for two days? Pay for two days.',
    link: 'https://wrenvpn.example/hour',
    language: 'en',
    rating: null,
    sells: 'vpn',
    currency: 'btc',
    traffic: 'cpd',
    dailyBudget: '0.000015',
    maxCpm: null,
    totalBudget: null,
    funded: '0.001',
    state: 'pending',
    banners: null,
    daysAgo: 1
  },
  {
    advertiser: 'quay-hosting',
    name: null,
    title: 'An email server in one click',
    text: 'With the reverse DNS already set.',
    link: 'https://quayhosting.example/mail',
    language: 'en',
    rating: null,
    sells: 'hosting',
    currency: 'usd',
    traffic: 'cpd',
    dailyBudget: '1',
    maxCpm: null,
    totalBudget: null,
    funded: '20',
    state: 'pending',
    banners: null,
    daysAgo: 2
  }
]

export type DemoOffer = {
  publisher: string
  type: OfferType
  name: string
  description: string
  categories: CategoryName[]
  priceUsCents: number
  hot: boolean
}

export const offers: DemoOffer[] = [
  {
    publisher: 'mempool-monthly',
    type: 'article',
    name: 'Reviewed article in Mempool Monthly',
    description:
      'Eight hundred to fifteen hundred words, edited by us, with two links. It stays online for good and goes out in the Sunday letter.',
    categories: ['bitcoin', 'news'],
    priceUsCents: 42_000,
    hot: true
  },
  {
    publisher: 'lightning-lunch',
    type: 'video',
    name: 'Two minutes in an episode',
    description:
      'The hosts try your product on air and say what they think of it. Recorded on Thursdays.',
    categories: ['premium_crypto', 'bitcoin'],
    priceUsCents: 85_000,
    hot: true
  },
  {
    publisher: 'stackframe',
    type: 'banner_placement',
    name: 'A week on the docs header',
    description:
      'The only placement above the fold on four hundred pages of reference. One advertiser at a time.',
    categories: ['information_technologies'],
    priceUsCents: 30_000,
    hot: false
  },
  {
    publisher: 'zeitblock',
    type: 'press_release',
    name: 'Press release in German',
    description: 'Translated and published within two working days, marked as an announcement.',
    categories: ['news', 'business'],
    priceUsCents: 18_000,
    hot: false
  },
  {
    publisher: 'kettle-forum',
    type: 'social_post',
    name: 'Pinned post for three days',
    description: 'Pinned above the thread list, comments open, moderated by the regulars.',
    categories: ['community_sites'],
    priceUsCents: 9_500,
    hot: false
  },
  {
    publisher: 'halfpenny',
    type: 'article',
    name: 'A note in the Halfpenny blog',
    description:
      'A short, plain note about one thing your product does well. Numbers welcome, adjectives not.',
    categories: ['blogs', 'bitcoin'],
    priceUsCents: 12_000,
    hot: false
  },
  {
    publisher: 'small-invoices',
    type: 'newsletter',
    name: 'The one sponsor of a newsletter',
    description:
      'Eleven thousand freelancers, every other Tuesday, sixty words and a link at the top.',
    categories: ['business'],
    priceUsCents: 26_000,
    hot: false
  },
  {
    publisher: 'unit-circle',
    type: 'newsletter',
    name: 'Puzzle of the week, presented by you',
    description: 'Your name under the puzzle and a link in the solution.',
    categories: ['education', 'entertainment'],
    priceUsCents: 7_500,
    hot: false
  },
  {
    publisher: 'mempool-monthly',
    type: 'newsletter',
    name: 'A line in the Sunday letter',
    description: 'One sentence and a link, between the fee chart and the letters.',
    categories: ['bitcoin', 'news'],
    priceUsCents: 15_000,
    hot: false
  },
  {
    publisher: 'ferry-and-fern',
    type: 'article',
    name: 'A walk, sponsored',
    description: 'We write about a place and say who paid for the train.',
    categories: ['blogs', 'commerce'],
    priceUsCents: 11_000,
    hot: false
  },
  {
    publisher: 'stackframe',
    type: 'article',
    name: 'How-to with your tool',
    description: 'A tested tutorial that uses your product, with the code in a public repository.',
    categories: ['information_technologies', 'online_tools_and_software'],
    priceUsCents: 54_000,
    hot: true
  }
]
