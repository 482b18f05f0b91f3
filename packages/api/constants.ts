/** Business constants and limits of the product, used by the server and the clients. */

/** Device types. The event log stores their indexes, so new ones are added at the end. */
export const deviceTypes = ['phone', 'tablet', 'computer', 'other'] as const
export type DeviceType = (typeof deviceTypes)[number]
/** Operating systems. The event log stores their indexes, so new ones are added at the end. */
export const deviceSystems = [
  'android',
  'ios',
  'windows',
  'macos',
  'linux',
  'chromeos',
  'other'
] as const
export type DeviceSystem = (typeof deviceSystems)[number]
export const ratings = ['investments', 'gambling', 'nsfw', 'risky'] as const
export type Rating = (typeof ratings)[number]

/** Maximum length of a campaign's name, in characters. */
export const campaignNameLength = 80

/** The parameters that analytics tools read, in the order in which they are added to a link. */
export const utmNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term'
] as const
export type UtmName = (typeof utmNames)[number]

/** Maximum lengths of a creative's headline, text, and call to action, in characters. */
export const creativeLengths = { link_text: 60, creative_text: 160, creative_action: 20 } as const

/** Maximum length of the advertiser's name that readers see, in characters: enough for a company's full name. */
export const advertiserNameLength = 80

export const embedPositions = ['fixed', 'sticky'] as const
export type EmbedPosition = (typeof embedPositions)[number]
export const stickySides = ['header', 'left', 'right', 'footer'] as const
export type StickySide = (typeof stickySides)[number]
/**
 * Looks of an ad: a card with a border, text directly on the page's background, or a box filled with the accent color.
 */
export const adLooks = ['card', 'plain', 'solid'] as const
export type AdLook = (typeof adLooks)[number]
/** Whether an ad uses its own typeface or that of the page. */
export const adFonts = ['own', 'page'] as const
export type AdFont = (typeof adFonts)[number]
export const invitationLinks = ['internal', 'external'] as const
export type InvitationLink = (typeof invitationLinks)[number]

/** Kinds of ad units: on a verified site, anonymous without a verified site, or for the affiliate invitation only. */
export const unitKinds = ['site', 'app', 'affiliate'] as const
export type UnitKind = (typeof unitKinds)[number]

/**
 * What a unit shows when there is neither a campaign nor a house ad: the "your ad here" invitation, nothing, or the page
 * of another network in a sandboxed frame.
 */
export const unitFallbacks = ['invitation', 'collapse', 'frame'] as const
export type UnitFallback = (typeof unitFallbacks)[number]

/** Maximum number of a campaign's variants that are not removed. */
export const maxVariants = 6
export const maxVariantWeight = 100
/** How a campaign chooses among its live variants. */
export const variantChoices = ['weights', 'best'] as const
export type VariantChoice = (typeof variantChoices)[number]
/** The part of a campaign's views that is spread equally among its variants while the better one runs. */
export const explorationShare = 0.1

/** Maximum number of house ads in an ad unit. */
export const maxHouseAds = 20
export const maxHouseAdWeight = 100
/** Maximum number of banners of a house ad: one for each size that its unit is likely to need. */
export const maxHouseAdBanners = 10

export const screenTypes = ['desktop', 'mobile'] as const
export const adTypes = ['mixed', 'banners', 'text'] as const
export type AdType = (typeof adTypes)[number]

export const paymentCurrencies = ['btc', 'usd', 'satoshi', 'us_cents'] as const
export const trafficTypes = ['cpd', 'cpm'] as const
export type TrafficType = (typeof trafficTypes)[number]
export const defaultPaymentCurrency = 'btc'
export const defaultTrafficType = 'cpd'

export const campaignStates = [
  'draft',
  'pending',
  'active',
  'paused',
  'out_of_funds',
  'rejected',
  'archived'
] as const
export type CampaignState = (typeof campaignStates)[number]

export const offerTypes = [
  'article',
  'press_release',
  'social_post',
  'newsletter',
  'banner_placement',
  'video'
] as const
export type OfferType = (typeof offerTypes)[number]

export const orderStates = [
  'placed',
  'accepted',
  'declined',
  'cancelled',
  'published',
  'confirmed',
  'disputed',
  'completed',
  'refunded'
] as const
export type OrderState = (typeof orderStates)[number]
/** Deadlines after which an order changes by itself, in days. */
export const orderDays = {
  /** Days in which the publisher must answer an order. */
  answer: 5,
  /** Days in which the publisher must publish, after the turnaround that the offer promised. */
  grace: 7,
  /** Days in which the advertiser can dispute what was published. */
  dispute: 7,
  /** Days over which the publisher is paid. */
  release: 30
} as const
export const offerSorts = [
  '-price_us_cents',
  'price_us_cents',
  '-rating',
  '-created_at',
  'relevance'
] as const
export type OfferSort = (typeof offerSorts)[number]
export const offerLengths = {
  name: 80,
  description: 5_000,
  included: 120,
  includedLines: 12,
  query: 100
} as const
export const orderLengths = { brief: 4_000, message: 2_000, reason: 500, comment: 500 } as const
export const largestTurnaroundDays = 60
export const maxAttachments = 5
/** Maximum size of an attachment, in bytes. It is what the server reads of a form, minus room for the other fields. */
export const attachmentBytes = 900_000
export const logoFileBytes = 700_000
/** Maximum size of the network's own logo in bytes, and how many times as wide as high it may be. */
export const brandLogoBytes = 256_000
export const brandLogoMaxRatio = 4

export const trafficSelectionSorts = [
  'domain_name',
  '-domain_name',
  'avg_all_cpm',
  '-avg_all_cpm',
  'avg_all_impressions',
  '-avg_all_impressions'
] as const
export type TrafficSelectionSort = (typeof trafficSelectionSorts)[number]
export const trafficSourceTypes = [
  'site',
  'category',
  'ad_unit',
  'traffic_pack',
  'all-categories'
] as const
/** Debounce of the site search while the user types, in milliseconds. */
export const searchDelayMs = { wizard: 700, selection: 500 } as const

/** Age in milliseconds from which exchange rates are loaded again. */
export const exchangeRatesFreshMs = 60_000

/** Minimum interval between two loads of the account, in milliseconds. */
export const userLoadEveryMs = 1_000

/** Where the counts of an account’s earlier creatives end in the review queue. */
export const maxCountedReviews = 1000

/** Purposes of a picture. Logos and illustrations belong to text ads and are cropped to the sizes below. */
export const pictureKinds = ['banner', 'logo', 'illustration'] as const
export type PictureKind = (typeof pictureKinds)[number]
export const logoSize = { width: 128, height: 128 } as const
export const illustrationSize = { width: 600, height: 314 } as const
export const bannerFileBytes = 700_000
/** Time in milliseconds that half of an ad's pixels must be visible for a counted view (MRC display viewability). */
export const viewableMs = 1_000
/** Area in pixels from which 30 % of an ad's pixels must be visible instead of half (MRC, large display ads). */
export const largeAdPixels = 242_500
export const decisionLifetimeMs = 2 * 60 * 60 * 1000
/** Minimum number of impressions for statements about traffic to be statistically meaningful. */
export const enoughImpressions = 1_000
/** The pages about rules and laws that a network publishes. */
export const legalKinds = ['terms', 'privacy', 'imprint'] as const
export type LegalKind = (typeof legalKinds)[number]
/** The legal pages that accounts agree to. */
export const consentKinds = ['terms', 'privacy'] as const satisfies readonly LegalKind[]
export type ConsentKind = (typeof consentKinds)[number]
/** Maximum length of a legal page, in characters. */
export const legalTextLength = 40_000

export const announcementTypes = ['default', 'warning', 'alarm'] as const
export type AnnouncementType = (typeof announcementTypes)[number]
export const announcementLengths = { header: 120, content: 500, linkText: 60 } as const
export const chatTextLength = 2_000
export const chatPictureBytes = 5_000_000
/** Picture types that the chat accepts. It stores every picture as WebP. */
export const chatPictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']
export const suggestionStates = ['open', 'planned', 'done', 'declined'] as const
export type SuggestionState = (typeof suggestionStates)[number]
export const suggestionLengths = { title: 120, description: 2_000, reply: 500 } as const
/** Scopes that an API key can be created for. */
export const apiScopes = ['statistics', 'campaigns'] as const
export type ApiScope = (typeof apiScopes)[number]
export const callTimeoutMs = 15_000
/**
 * Purposes of a proof of work: codes by email, anonymous accounts, new campaigns, signing in after wrong codes, reports
 * of ads, and chat letters.
 */
export const captchaPurposes = [
  'access_code',
  'sign_up',
  'campaign',
  'sign_in',
  'ad_report',
  'chat_letter'
] as const
export type CaptchaPurpose = (typeof captchaPurposes)[number]
/** Path of the authenticity token. Every client that writes reads it automatically, even the smallest widget. */
export const authenticityTokenPath = '/api/v1/authenticity_token'
export const csrfStorageKey = 'csrfToken'

/** Reasons why the traffic of an ad unit does not look human. Operators read them. */
export const trafficReasonCodes = [
  'unrendered',
  'instant',
  'invented',
  'concentrated',
  'one_provider',
  'in_rows',
  'shared_addresses',
  'contradictory',
  'covered',
  'shrunken',
  'moved',
  'unplaced',
  'silent',
  'click_rate',
  'viewable_rate'
] as const
export type TrafficReasonCode = (typeof trafficReasonCodes)[number]

export const notificationChannels = ['mail', 'telegram'] as const
export type NotificationChannel = (typeof notificationChannels)[number]
/** Delay in milliseconds between marking a notification as read and reloading the list. */
export const notificationRefreshMs = 1_500

/** Kinds of suspension: the whole account, or only payments out of it. */
export const suspensionKinds = ['everything', 'money'] as const
export type SuspensionKind = (typeof suspensionKinds)[number]

/** Kinds of ads that a publisher can block: by advertiser, domain, creative, or the category of what the ad sells. */
export const blockRuleKinds = ['advertiser', 'domain', 'creative', 'category'] as const
/** Maximum number of block rules of an account. */
export const maxBlockRules = 500
export const blockRuleNoteLength = 200

/**
 * Kinds of rules by which a publisher approves ads before they are shown: to show only approved ads, or to approve a
 * single ad or all ads of an advertiser.
 */
export const approvalRuleKinds = ['only_approved', 'creative', 'advertiser'] as const
/** Maximum number of approval rules of an account. */
export const maxApprovalRules = 2_000

/** What an account can do in the network, each with a checklist of first steps that its owner can dismiss. */
export const firstStepSides = ['advertiser', 'publisher', 'seller'] as const
export type FirstStepSide = (typeof firstStepSides)[number]
export const firstStepStates = ['shown', 'dismissed'] as const

/** The first steps of each side in their order, and `account` for the one that every account needs. */
export const firstSteps = {
  advertiser: ['campaign_created', 'money_added', 'ad_approved', 'ad_viewed'],
  publisher: ['ad_unit_added', 'code_seen', 'unit_viewed', 'payout_address_set'],
  seller: ['offer_created', 'offer_approved', 'order_received'],
  account: ['way_back_saved']
} as const
export type FirstStep = (typeof firstSteps)[keyof typeof firstSteps][number]

/** Currencies in which a user can view the amounts of reports, named as in packages/money. */
export const displayCurrencies = ['btc', 'satoshi', 'usd'] as const
export type DisplayCurrency = (typeof displayCurrencies)[number]

/** Maximum lengths of the billing details of an account, and the maximum number of lines of an address. */
export const billingLengths = {
  name: 120,
  addressLine: 120,
  addressLines: 6,
  vatNumber: 20
} as const

/** Why money came to an account or left it, as the lines of its monthly statements say. */
export const statementKinds = [
  'deposit',
  'deposit_reversal',
  'promotion',
  'adjustment',
  'ad_earnings',
  'publication_earnings',
  'referral',
  'earnings_taken_back',
  'advertising',
  'publications',
  'charges_returned',
  'withdrawal',
  'withdrawal_fee',
  'other'
] as const
export type StatementKind = (typeof statementKinds)[number]

/** As whom a stranger may look around in a demonstration. */
export const lookAroundRoles = ['advertiser', 'publisher', 'operator'] as const
export type LookAroundRole = (typeof lookAroundRoles)[number]
