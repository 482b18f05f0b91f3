import * as accounts from './accounts/endpoints.ts'
import * as adReports from './ad-reports/endpoints.ts'
import * as adUnits from './ad-units/endpoints.ts'
import * as admin from './admin/endpoints.ts'
import * as affiliates from './affiliates/endpoints.ts'
import * as announcements from './announcements/endpoints.ts'
import * as apiKeys from './api-keys/endpoints.ts'
import * as banners from './banners/endpoints.ts'
import * as bills from './bills/endpoints.ts'
import * as books from './books/endpoints.ts'
import * as brand from './brand/endpoints.ts'
import * as campaigns from './campaigns/endpoints.ts'
import * as captcha from './captcha/endpoints.ts'
import * as coupons from './coupons/endpoints.ts'
import * as diagnosis from './diagnosis/endpoints.ts'
import * as earnings from './earnings/endpoints.ts'
import * as finances from './finances/endpoints.ts'
import * as handOffs from './hand-offs/endpoints.ts'
import * as invalidTraffic from './invalid-traffic/endpoints.ts'
import * as legal from './legal/endpoints.ts'
import * as marketplace from './marketplace/endpoints.ts'
import * as members from './members/endpoints.ts'
import * as notifications from './notifications/endpoints.ts'
import * as pageAnalyses from './page-analyses/endpoints.ts'
import * as passkeys from './passkeys/endpoints.ts'
import * as payments from './payments/endpoints.ts'
import * as privacy from './privacy/endpoints.ts'
import * as publicLog from './public-log/endpoints.ts'
import * as referenceData from './reference-data/endpoints.ts'
import * as reportLinks from './report-links/endpoints.ts'
import * as reports from './reports/endpoints.ts'
import * as security from './security/endpoints.ts'
import * as settings from './settings/endpoints.ts'
import * as sites from './sites/endpoints.ts'
import * as statistics from './statistics/endpoints.ts'
import * as support from './support/endpoints.ts'
import * as trafficSelection from './traffic-selection/endpoints.ts'
import * as trafficSources from './traffic-sources/endpoints.ts'
import * as trafficStatistics from './traffic-statistics/endpoints.ts'

export const endpoints = {
  accounts,
  adReports,
  adUnits,
  admin,
  affiliates,
  announcements,
  apiKeys,
  banners,
  bills,
  books,
  campaigns,
  trafficSources,
  captcha,
  referenceData,
  coupons,
  diagnosis,
  earnings,
  finances,
  handOffs,
  invalidTraffic,
  brand,
  legal,
  marketplace,
  members,
  payments,
  pageAnalyses,
  notifications,
  passkeys,
  privacy,
  publicLog,
  reports,
  reportLinks,
  security,
  settings,
  sites,
  statistics,
  trafficStatistics,
  trafficSelection,
  support
}

export type EndpointTree = typeof endpoints
