import type {
  AdFont,
  AdLook,
  AdType,
  EmbedPosition,
  InvitationLink,
  Rating,
  StickySide,
  UnitFallback,
  UnitKind
} from '@mille/api/constants.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import type { AdUnitStep, ScreenType } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import type { ColorName } from '@mille/stores/code-embedding/colors.ts'

export const adUnitMessages = {
  title: 'Ad units',
  description: 'The places on your pages that show ads, and what they have earned.',
  create: 'New ad unit',
  blockedAds: 'Blocked ads',
  approveAds: 'Approve ads',
  emptyTitle: 'No ad units yet',
  emptyText:
    'An ad unit is a place on a page. Describe it, paste one line of code, and it earns from its first view.',
  columns: {
    unit: 'Ad unit',
    site: 'Site',
    line: 'Last 14 days',
    size: 'Size',
    earned: (unit: string) => `Earned (${unit})`
  },
  archived: 'Archived'
}

export const siteStates: Record<
  Site['attributes']['state'],
  { label: string; tone: 'positive' | 'warning' | 'negative' }
> = {
  verified: { label: 'Verified', tone: 'positive' },
  unverified: { label: 'Not verified', tone: 'warning' },
  rejected: { label: 'Rejected', tone: 'negative' }
}

export const screenTypes: Record<ScreenType, { label: string; description: string }> = {
  desktop: { label: 'Wide screens', description: 'All sizes' },
  mobile: { label: 'Phones', description: 'Sizes up to 320 pixels wide' }
}

export const adTypes: Record<AdType, { label: string; description: string }> = {
  mixed: { label: 'Banners and text', description: 'Whatever pays the most' },
  banners: { label: 'Banners only', description: 'Images in exactly this size' },
  text: { label: 'Text only', description: 'Fits any page' }
}

export const disallowedLabels: Record<Rating, string> = {
  investments: 'Investments: trading, tokens, returns',
  gambling: 'Gambling: games with money at stake',
  nsfw: 'Adult: not safe for work',
  risky: 'Risky: anything that calls for caution'
}

export const adUnitWizardMessages = {
  title: 'New ad unit',
  description:
    'Put an ad on your page in minutes. See what it could earn before you create an account, then paste one line of code.',
  steps: {
    page: 'Page',
    screen: 'Screen',
    size: 'Size',
    disallowed: 'Blocked ads',
    ads: 'Ad type',
    impressions: 'Views',
    categories: 'Subject',
    review: 'Earnings'
  } satisfies Record<AdUnitStep, string>,
  fields: {
    page_url: 'Page URL',
    screen_type: 'Screen',
    size: 'Size',
    disallowed_ratings: 'Ads to block',
    ad_type: 'Ad type',
    category_ids: 'What your site is about',
    impressions: 'Estimated monthly views',
    kind: 'Type of unit',
    captcha: 'Verification that you are human'
  },
  pageHelp: 'The page where the ad will appear. Its site is added to your account.',
  shortcut: 'Skip to the code',
  shortcutText:
    '“Skip to the code” creates the ad unit with the recommended settings: a size that adapts to its place, banners and text, no adult ads, and the subjects found on your page. You can change them later.',
  analysing: 'Checking the page',
  isFile: 'is a file that cannot be read',
  goOn: 'You can continue anyway.',
  found: 'The page can be reached',
  foundTitle: 'Title',
  foundLanguage: 'Language',
  foundRating: 'What advertisers see about it',
  disallowedHelp: 'The fewer you block, the more campaigns can run here.',
  summary: 'Your choices',
  screenHelp:
    'This decides which sizes you can choose next. The ad is shown on phones, tablets and computers alike.',
  sizeHelp: 'Drawn to scale. Adaptive fills its container, from 120 × 25 up.',
  categoriesHelp: 'Advertisers choose sites by subject: the better the match, the more they pay.',
  impressionsHelp: 'How often this place is viewed. A rough estimate is fine.',
  adaptive: 'Adaptive',
  preview: 'Preview',
  previewText:
    'A text ad with the standard look. Once the ad unit is created, you can change its look and colors.',
  sampleTitle: 'A book that pays for itself',
  sampleText: 'What a satoshi is, and where it goes: the short history of small money.',
  submit: 'Create the ad unit',
  signIn: 'Your ad unit is ready. Sign in to create it; your choices are kept.',
  none: 'None',
  change: 'Change'
}

export const adOfferMessages = {
  notOffered: (label: string) => `${label} (no longer offered)`
}

export const unitTypes: Record<UnitKind, { label: string; description: string }> = {
  site: {
    label: 'On my site',
    description: 'You verify that you own the site, and advertisers pay the most.'
  },
  app: {
    label: 'Anonymous',
    description: 'No site verification, and a lower rating until its traffic is known.'
  },
  affiliate: {
    label: 'Affiliate',
    description:
      'Shows only an invitation to advertise. You get 10% of what the advertisers you refer are charged.'
  }
}

export const estimationMessages = {
  title: 'Estimated monthly earnings',
  text: 'Based on what similar units earned in the last 30 days and on the remaining budgets of matching campaigns. This is not a guarantee. Earnings of a new ad unit above a daily limit are held until the network knows its traffic.',
  loading: 'Calculating what similar units earned',
  notEnough: (counted: number, needed: number) =>
    `There is not enough data for an estimate yet: similar units have ${counted.toLocaleString('en')} of the ${needed.toLocaleString('en')} views needed.`,
  impressions: 'Views per month',
  billable: 'Billable views',
  cpm: 'Per 1,000 views',
  demand: 'Remaining campaign budgets',
  perDay: 'per day',
  earnings: 'Estimated per month',
  upTo: 'to',
  noDemand:
    'No matching campaign has unspent budget right now. Until advertisers add budget, your unit would share the current demand with other units.',
  limited:
    'Current campaign budgets cannot pay for more views than this. The estimate grows as advertisers add budget.'
}

export const adUnitDetailMessages = {
  back: 'Ad units',
  pages: 'Pages of this ad unit',
  report: 'Report',
  placement: 'Placement',
  money: 'Money',
  moneyOf: (name: string) => `Money of ${name}`,
  placementOf: (name: string) => `Placement of ${name}`,
  created: 'Your ad unit is ready',
  createdText: 'Two steps are left: paste the code on your page, and verify that you own the site.',
  earned: 'Earned',
  maturing: 'Not available yet',
  maturingText: 'Earnings of this unit that have not reached your balance yet.',
  code: 'Code',
  codeText: 'Paste it where the ad should appear.',
  forms: { script: 'Script', class: 'Script with a class', iframe: 'Without scripts' },
  invitationCode: '“Your ad here” as a separate link',
  invitationCodeText:
    'Put it anywhere on the page. Advertisers who follow it count as your referrals.',
  formTexts: {
    script:
      'For most pages. It measures which ads were actually seen, and those are the ones that pay.',
    class:
      'For pages whose content security policy forbids style attributes: put the rule into your style sheet.',
    iframe:
      'For pages that do not allow scripts. Without a script, views cannot be measured, so they are not paid.'
  },
  inTwo: 'Faster on long pages: in two parts',
  inTwoText:
    'Browsers then load the ad before they have read your whole page. The first part is for the head of the page, the second for the place where the ad should appear.',
  head: 'HTML for the head',
  place: 'HTML for the ad’s place',
  snippet: 'HTML',
  style: 'CSS',
  look: 'Appearance',
  lookText:
    'The preview updates as you type. Your page updates within a minute of saving. If you change the position, paste the code again: it reserves the space that the ad needs.',
  preview: 'Preview',
  previewSize: (width: number, height: number) => `${width} × ${height}`,
  previewWidth: 'Width',
  previewWidthHelp: 'Try the widths that the place on your page can have.',
  pixels: (count: number) => `${count} px`,
  position: 'Position',
  side: 'Side',
  shape: 'Style',
  font: 'Font',
  invitation: 'Your ad here',
  colors: 'Colors',
  colorsHelp: 'Leave empty to match your page.',
  save: 'Save appearance',
  unsaved: 'Unsaved changes',
  saved: 'Appearance saved',
  site: 'Site',
  verifiedText: 'You have verified this site. The unit shows ads.',
  rejectedText: 'An operator has rejected this site. Its units show no ads.',
  unverifiedText:
    'Verify that you own the site to start showing ads. Any one of these three methods is enough.',
  methods: { meta_tag: 'Meta tag', file: 'File', dns_txt: 'DNS record' },
  dnsText:
    'Add a TXT record with this name and value. DNS changes can take a while to become visible.',
  dnsName: 'Record name',
  dnsValue: 'Record value',
  settings: 'Settings',
  settingsText:
    'The choices you made when you created the unit. Changes reach your pages within a second.',
  name: 'Name',
  sizeHelp: 'If you change the size, the code changes too: paste it again.',
  settingsSave: 'Save settings',
  settingsSaved: 'Settings saved',
  fallback: 'When there is no ad',
  fallbackText: 'What the unit shows when no campaign matches it and no house ad is running.',
  fallbackUrl: 'Address of the page',
  fallbackUrlHelp:
    'With https://, such as the page of your account at the other network that contains its tag. A Content-Security-Policy of your site has to allow it in frame-src.',
  fallbackSave: 'Save',
  fallbackSaved: 'Saved. Your pages update within a second.',
  rating: 'Traffic rating',
  ratingNew: 'New unit: it is rated once it has enough views',
  ratingOf: 'From 0 to 1, based on the last 30 days',
  metaTagText: 'Add this line to the <head> of your home page.',
  fileText: (path: string) => `Upload a file with exactly this content to ${path}`,
  fileContent: 'File content',
  metaTag: 'Meta tag',
  check: 'Check now',
  archive: 'Archive',
  archiveTitle: 'Archive this ad unit?',
  archiveText:
    'It stops showing ads on every page that has its code. Its history and earnings are kept.',
  archived: 'Ad unit archived',
  archivedNote: 'This ad unit is archived and shows no ads. Its history and earnings are kept.',
  page: 'Page',
  size: 'Size',
  ads: 'Ads',
  unwanted: 'Blocked ads',
  none: 'None',
  about: 'Details'
}

export const siteMessages = {
  title: (domainName: string) => `About ${domainName}`,
  text: 'Advertisers use this to choose sites. It applies to all units on the site.',
  language: 'Site language',
  save: 'Save site details',
  saved: 'Site details saved. Campaigns pick them up within seconds.'
}

export const floorMessages = {
  title: 'Floor price',
  text: 'The minimum that this unit accepts for 1,000 billable views, after the network’s fee.',
  currency: 'Currency of the floor price',
  currencies: { usd: 'US dollars', btc: 'Bitcoin' },
  floor: 'Floor price for 1,000 views',
  help: 'Prices in the other currency are compared at the current exchange rate. Leave empty for no floor price.',
  rule: 'A campaign that pays by the day has a price only once a settlement period is settled. It is shown until it pays less than your floor price in one period, and then not for 14 days. CPM campaigns are checked before each ad. The last views of a CPM campaign’s budget can pay less.',
  save: 'Save floor price',
  saved: 'Saved. Your pages update within a second.',
  noData: 'No forecast yet: the unit had no paid views in the last 14 days.',
  forecast: (percent: number, views: string) =>
    `${percent}% of the unit’s ${views} paid views in the last 14 days met this floor price.`
}

export const fallbacks: Record<UnitFallback, { label: string; description: string }> = {
  invitation: { label: 'Your ad here', description: 'A discreet link that brings you advertisers' },
  collapse: { label: 'Nothing', description: 'The unit takes up no space' },
  frame: {
    label: 'Another network’s page',
    description: 'In a frame that cannot read your page. Not counted and not paid by us'
  }
}

export const looks: Record<AdLook, { label: string; description: string }> = {
  card: { label: 'Card', description: 'A background and border of its own' },
  plain: { label: 'Plain', description: 'The text alone, on your page’s background' },
  solid: { label: 'Solid', description: 'A filled background that catches the eye' }
}

export const fonts: Record<AdFont, string> = {
  own: 'The network’s font',
  page: 'Your page’s font'
}

export const positions: Record<EmbedPosition, { label: string; description: string }> = {
  fixed: { label: 'Inline', description: 'Where you paste it' },
  sticky: { label: 'Sticky', description: 'Stays at an edge of the screen and can be closed' }
}

export const stickySides: Record<StickySide, string> = {
  header: 'Top',
  left: 'Left',
  right: 'Right',
  footer: 'Bottom'
}

export const invitationLinks: Record<InvitationLink, { label: string; description: string }> = {
  internal: {
    label: 'Inside the unit',
    description: 'In an empty unit, and behind the “Ad” label of each ad'
  },
  external: { label: 'Separate link', description: 'You place the link elsewhere on your page' }
}

export const colorLabels: Record<ColorName, string> = {
  background: 'Background',
  title: 'Headline',
  title_hover: 'Headline (hover)',
  text: 'Text',
  link: 'Link',
  link_hover: 'Link (hover)'
}
