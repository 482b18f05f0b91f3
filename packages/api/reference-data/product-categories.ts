/**
 * The categories of products and services that an ad can sell, by which publishers block ads. An `id` never changes and is
 * never used for something else, because ads and block rules keep it. New ones are added before `other`.
 *
 * `iab` is the ID of the closest category of the IAB Tech Lab's Ad Product Taxonomy 2.0, by which ads are labeled in OpenRTB
 * (`cattax` 8). It can be wider than ours; null if none fits. The taxonomy is licensed under CC BY 3.0: see the README.
 */
export const productCategories = [
  { id: 'crypto_exchanges', name: 'Crypto exchanges', iab: '1449' },
  { id: 'crypto_wallets', name: 'Crypto wallets', iab: '1448' },
  { id: 'crypto_payments', name: 'Crypto payments and cards', iab: '1448' },
  { id: 'crypto_mining', name: 'Crypto mining', iab: '1448' },
  { id: 'tokens', name: 'Tokens, NFTs, and token sales', iab: '1448' },
  { id: 'trading_tools', name: 'Trading tools and signals', iab: '1352' },
  { id: 'investments', name: 'Stocks, funds, and other investments', iab: '1351' },
  { id: 'banking', name: 'Banking, loans, and insurance', iab: '1335' },
  { id: 'gambling', name: 'Casinos, lotteries, and sports betting', iab: '1361' },
  { id: 'earning_online', name: 'Faucets and other ways to earn online', iab: null },
  { id: 'games', name: 'Video games', iab: '1120' },
  { id: 'vpn', name: 'VPN, privacy, and security', iab: null },
  { id: 'hosting', name: 'Hosting, domains, and cloud services', iab: '1027' },
  { id: 'software', name: 'Software and apps', iab: '1082' },
  { id: 'electronics', name: 'Computers and electronics', iab: '1097' },
  { id: 'telecom', name: 'Internet and phone services', iab: '1467' },
  { id: 'marketing', name: 'Advertising and marketing', iab: '1011' },
  { id: 'business_services', name: 'Services for businesses', iab: '1012' },
  { id: 'education', name: 'Courses and education', iab: '1295' },
  { id: 'jobs', name: 'Jobs and freelance work', iab: '1301' },
  { id: 'media', name: 'News, books, music, and video', iab: '1419' },
  { id: 'communities', name: 'Blogs, forums, and social networks', iab: '1420' },
  { id: 'events', name: 'Events and conferences', iab: '1315' },
  { id: 'travel', name: 'Travel', iab: '1529' },
  { id: 'shops', name: 'Shops', iab: '1494' },
  { id: 'real_estate', name: 'Real estate', iab: '1482' },
  { id: 'health', name: 'Health and medical services', iab: '1378' },
  { id: 'dating', name: 'Dating', iab: '1259' },
  { id: 'adult', name: 'Adult products and services', iab: '1001' },
  { id: 'alcohol', name: 'Alcohol', iab: '1002' },
  { id: 'tobacco', name: 'Tobacco and vaping', iab: '1544' },
  { id: 'cannabis', name: 'Cannabis', iab: '1049' },
  { id: 'weapons', name: 'Weapons', iab: '1576' },
  { id: 'charities', name: 'Charities and other nonprofits', iab: '1452' },
  { id: 'politics', name: 'Politics', iab: '1474' },
  { id: 'other', name: 'Something else', iab: null }
] as const
export type ProductCategory = (typeof productCategories)[number]['id']

export const productCategoryIds = productCategories.map(it => it.id)

/** Returns the name of a category; undefined if it is null or unknown. */
export const nameOfProductCategory = (id: string | null) =>
  productCategories.find(it => it.id === id)?.name
