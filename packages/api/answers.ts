import { z } from 'zod'
import * as accounts from './accounts/endpoints.ts'
import * as accountSchema from './accounts/schema.ts'
import * as adReports from './ad-reports/endpoints.ts'
import * as adReportSchema from './ad-reports/schema.ts'
import * as approvalSchema from './ad-units/approvals.ts'
import * as blockRuleSchema from './ad-units/block-rules.ts'
import * as adUnits from './ad-units/endpoints.ts'
import * as houseAdSchema from './ad-units/house-ads.ts'
import * as adUnitSchema from './ad-units/schema.ts'
import * as admin from './admin/endpoints.ts'
import * as adminSchema from './admin/schema.ts'
import * as announcements from './announcements/endpoints.ts'
import * as announcementSchema from './announcements/schema.ts'
import * as apiKeys from './api-keys/endpoints.ts'
import * as apiKeySchema from './api-keys/schema.ts'
import * as banners from './banners/endpoints.ts'
import * as bannerSchema from './banners/schema.ts'
import * as books from './books/endpoints.ts'
import * as booksSchema from './books/schema.ts'
import * as campaigns from './campaigns/endpoints.ts'
import * as campaignSchema from './campaigns/schema.ts'
import * as captcha from './captcha/endpoints.ts'
import * as captchaSchema from './captcha/schema.ts'
import * as coupons from './coupons/endpoints.ts'
import * as couponSchema from './coupons/schema.ts'
import * as diagnosis from './diagnosis/endpoints.ts'
import * as diagnosisSchema from './diagnosis/schema.ts'
import * as earnings from './earnings/endpoints.ts'
import * as earningSchema from './earnings/schema.ts'
import type { AnswerOf, AnyEndpoint } from './endpoint.ts'
import * as finances from './finances/endpoints.ts'
import * as financeSchema from './finances/schema.ts'
import * as handOffs from './hand-offs/endpoints.ts'
import * as handOffSchema from './hand-offs/schema.ts'
import * as invalidTraffic from './invalid-traffic/endpoints.ts'
import * as invalidTrafficSchema from './invalid-traffic/schema.ts'
import * as marketplace from './marketplace/endpoints.ts'
import * as orderSchema from './marketplace/order-schema.ts'
import * as marketplaceSchema from './marketplace/schema.ts'
import * as notifications from './notifications/endpoints.ts'
import * as notificationSchema from './notifications/schema.ts'
import * as pageAnalyses from './page-analyses/endpoints.ts'
import * as pageAnalysisSchema from './page-analyses/schema.ts'
import * as passkeys from './passkeys/endpoints.ts'
import * as passkeySchema from './passkeys/schema.ts'
import * as payments from './payments/endpoints.ts'
import * as paymentSchema from './payments/schema.ts'
import * as privacy from './privacy/endpoints.ts'
import * as privacySchema from './privacy/schema.ts'
import * as publicLog from './public-log/endpoints.ts'
import * as publicLogSchema from './public-log/schema.ts'
import * as referenceData from './reference-data/endpoints.ts'
import * as referenceDataSchema from './reference-data/schema.ts'
import * as reportLinks from './report-links/endpoints.ts'
import * as reportLinksSchema from './report-links/schema.ts'
import * as reports from './reports/endpoints.ts'
import * as reportsSchema from './reports/schema.ts'
import * as security from './security/endpoints.ts'
import * as securitySchema from './security/schema.ts'
import * as settings from './settings/endpoints.ts'
import * as settingsSchema from './settings/schema.ts'
import * as sites from './sites/endpoints.ts'
import * as siteSchema from './sites/schema.ts'
import * as statistics from './statistics/endpoints.ts'
import * as statisticsSchema from './statistics/schema.ts'
import * as support from './support/endpoints.ts'
import * as supportSchema from './support/schema.ts'
import * as trafficSelection from './traffic-selection/endpoints.ts'
import * as trafficSelectionSchema from './traffic-selection/schema.ts'
import * as trafficSources from './traffic-sources/endpoints.ts'
import * as trafficSourcesSchema from './traffic-sources/schema.ts'
import * as trafficStatistics from './traffic-statistics/endpoints.ts'
import * as trafficStatisticsSchema from './traffic-statistics/schema.ts'

/** What each call answers, to check and to document it. Calls that answer 204 have none. */
export const answers: ReadonlyMap<AnyEndpoint, z.ZodType> = new Map<AnyEndpoint, z.ZodType>([
  of(accounts.createAuthenticityToken, accountSchema.authenticityToken),
  of(accounts.readCurrentUser, accountSchema.userDocument),
  of(accounts.readUser, accountSchema.userDocument),
  of(accounts.updateUser, accountSchema.userDocument),
  of(accounts.signUp, accountSchema.signUpAnswer),
  of(accounts.requestAccessCode, accountSchema.accessCodeAnswer),
  of(accounts.signIn, accountSchema.userDocument),
  of(adReports.readShownCreative, adReportSchema.shownCreativeDocument),
  of(adReports.listReportedCreatives, adReportSchema.reportedCreatives),
  of(adUnits.listAdUnits, adUnitSchema.adUnitList),
  of(adUnits.createAdUnit, adUnitSchema.adUnitWithCode),
  of(adUnits.readAdUnit, adUnitSchema.adUnitDocument),
  of(adUnits.updateAdUnit, adUnitSchema.adUnitDocument),
  of(adUnits.listApprovalRules, approvalSchema.approvalRuleList),
  of(adUnits.createApprovalRule, approvalSchema.approvalRuleDocument),
  of(adUnits.listAdsToApprove, approvalSchema.adsToApprove),
  of(adUnits.listBlockRules, blockRuleSchema.blockRuleList),
  of(adUnits.createBlockRule, blockRuleSchema.blockRuleDocument),
  of(adUnits.listHouseAds, houseAdSchema.houseAdList),
  of(adUnits.createHouseAd, houseAdSchema.houseAdDocument),
  of(adUnits.updateHouseAd, houseAdSchema.houseAdDocument),
  of(adUnits.readAdUnitCode, adUnitSchema.codeDocument),
  of(adUnits.checkAdUnitCode, adUnitSchema.codeCheckDocument),
  of(admin.readReviewQueue, adminSchema.reviewQueue),
  of(admin.decideCreative, adminSchema.creativeDocument),
  of(admin.readAuditLog, adminSchema.auditLog),
  of(admin.listPeople, adminSchema.peopleList),
  of(admin.readPerson, adminSchema.personDocument),
  of(admin.readHoldings, adminSchema.holdings),
  of(admin.readPersonHistory, adminSchema.personHistory),
  of(admin.listNotes, adminSchema.noteList),
  of(admin.addNote, adminSchema.noteDocument),
  of(admin.setRoles, adminSchema.personDocument),
  of(admin.adjustBalance, adminSchema.adjustment),
  of(admin.listAdjustments, adminSchema.adjustmentList),
  of(admin.decideAdjustment, adminSchema.adjustment),
  of(admin.listSiteQueue, adminSchema.siteQueue),
  of(admin.decideSite, adminSchema.reviewedSiteDocument),
  of(admin.readHome, adminSchema.networkHome),
  of(admin.readQueues, adminSchema.queueList),
  of(admin.readHealth, adminSchema.healthReport),
  of(admin.checkLedger, adminSchema.ledgerCheck),
  of(admin.readLedgerCheck, adminSchema.ledgerCheck),
  of(books.readBooks, booksSchema.booksDocument),
  of(publicLog.readPublicLog, publicLogSchema.publicLogDocument),
  of(announcements.readAnnouncement, announcementSchema.announcement),
  of(announcements.listAnnouncements, announcementSchema.announcementList),
  of(announcements.createAnnouncement, announcementSchema.announcementDocument),
  of(announcements.updateAnnouncement, announcementSchema.announcementDocument),
  of(apiKeys.listApiKeys, apiKeySchema.apiKeyList),
  of(apiKeys.createApiKey, apiKeySchema.newApiKey),
  of(banners.uploadBanner, bannerSchema.bannerDocument),
  of(campaigns.listCampaigns, campaignSchema.campaignList),
  of(campaigns.exportCampaigns, z.string()),
  of(campaigns.createCampaign, campaignSchema.campaignDocument),
  of(campaigns.readCampaign, campaignSchema.campaignDocument),
  of(campaigns.updateCampaign, campaignSchema.campaignDocument),
  of(campaigns.updateCampaigns, campaignSchema.campaignChanges),
  of(campaigns.importCampaigns, campaignSchema.campaignImport),
  of(campaigns.fundCampaign, campaignSchema.fundingDocument),
  of(trafficSources.listTrafficSources, trafficSourcesSchema.trafficSourceList),
  of(trafficSources.updateTrafficSource, trafficSourcesSchema.trafficSourceDocument),
  of(trafficSources.readExclusions, trafficSourcesSchema.exclusionList),
  of(trafficSources.setExclusions, trafficSourcesSchema.exclusionList),
  of(captcha.readChallenge, captchaSchema.challengeDocument),
  of(referenceData.listCategories, referenceDataSchema.categoryList),
  of(referenceData.listLanguages, referenceDataSchema.languageList),
  of(referenceData.listBannerSizes, referenceDataSchema.bannerSizeList),
  of(coupons.checkCoupon, couponSchema.couponCheck),
  of(coupons.listCoupons, couponSchema.couponList),
  of(coupons.createCoupon, couponSchema.couponDocument),
  of(coupons.updateCoupon, couponSchema.couponDocument),
  of(diagnosis.readAdUnitDiagnosis, diagnosisSchema.diagnosisDocument),
  of(diagnosis.readCampaignDiagnosis, diagnosisSchema.diagnosisDocument),
  of(earnings.listEarnings, earningSchema.earningList),
  of(earnings.reviewEarnings, earningSchema.unitEarningsList),
  of(finances.readBalances, financeSchema.balancesDocument),
  of(finances.readHolds, financeSchema.holdsDocument),
  of(finances.readHistory, financeSchema.historyDocument),
  of(finances.downloadHistory, z.string()),
  of(finances.readOperation, financeSchema.operationDocument),
  of(finances.readStats, financeSchema.statsDocument),
  of(handOffs.createHandOff, handOffSchema.handOffDocument),
  of(handOffs.exchangeHandOff, handOffSchema.widgetSessionDocument),
  of(handOffs.readWidgetSession, handOffSchema.widgetUserDocument),
  of(invalidTraffic.readInvalidTraffic, invalidTrafficSchema.report),
  of(marketplace.previewOffers, marketplaceSchema.offerPreview),
  of(marketplace.listOffers, marketplaceSchema.offerList),
  of(marketplace.readOffer, marketplaceSchema.offerDocument),
  of(marketplace.previewDescription, marketplaceSchema.descriptionPreview),
  of(marketplace.createOffer, marketplaceSchema.offerChanged),
  of(marketplace.updateOffer, marketplaceSchema.offerChanged),
  of(marketplace.uploadOfferLogo, marketplaceSchema.logoDocument),
  of(marketplace.listOrders, orderSchema.orderList),
  of(marketplace.createOrder, orderSchema.orderDocument),
  of(marketplace.readOrder, orderSchema.orderDocument),
  of(marketplace.updateOrder, orderSchema.orderDocument),
  of(marketplace.listOrderMessages, orderSchema.messageList),
  of(marketplace.sendOrderMessage, orderSchema.messageDocument),
  of(marketplace.checkOrderProof, orderSchema.orderDocument),
  of(marketplace.rateOrder, orderSchema.orderDocument),
  of(marketplace.uploadOrderAttachment, orderSchema.attachmentDocument),
  of(marketplace.readOrderAttachment, z.string()),
  of(marketplace.listPendingOffers, marketplaceSchema.pendingOffer),
  of(marketplace.decideOffer, marketplaceSchema.offerChanged),
  of(marketplace.listDisputes, orderSchema.orderList),
  of(marketplace.readDispute, orderSchema.orderDocument),
  of(marketplace.decideDispute, orderSchema.orderDocument),
  of(payments.readDepositAddresses, paymentSchema.addressesDocument),
  of(payments.createDepositAddress, paymentSchema.addressDocument),
  of(payments.readCurrencies, paymentSchema.currencyList),
  of(payments.listWithdrawals, paymentSchema.withdrawalList),
  of(payments.createWithdrawal, paymentSchema.withdrawalDocument),
  of(payments.listAutomaticPayouts, paymentSchema.automaticPayoutList),
  of(payments.setAutomaticPayout, paymentSchema.automaticPayoutList),
  of(payments.readPayoutReview, paymentSchema.payoutReview),
  of(payments.decideWithdrawal, paymentSchema.reviewedDocument),
  of(payments.assignDeposit, paymentSchema.assignedDeposit),
  of(payments.listQueuedDeposits, paymentSchema.queuedDepositList),
  of(pageAnalyses.analysePage, pageAnalysisSchema.pageAnalysisDocument),
  of(notifications.listNotifications, notificationSchema.notificationList),
  of(notifications.readNotificationPreferences, notificationSchema.notificationPreferences),
  of(notifications.updateNotificationPreferences, notificationSchema.notificationPreferences),
  of(notifications.createTelegramLink, notificationSchema.telegramLink),
  of(notifications.unsubscribe, notificationSchema.unsubscribed),
  of(passkeys.createPasskeyChallenge, passkeySchema.challenge),
  of(passkeys.listPasskeys, passkeySchema.passkeyList),
  of(passkeys.createPasskey, passkeySchema.passkeyDocument),
  of(passkeys.signInWithPasskey, accountSchema.userDocument),
  of(passkeys.stepUpWithPasskey, securitySchema.stepUp),
  of(privacy.exportData, privacySchema.dataExport),
  of(security.listSessions, securitySchema.sessionList),
  of(security.readStepUp, securitySchema.stepUp),
  of(security.stepUp, securitySchema.stepUp),
  of(security.rotateAccountCode, securitySchema.accountCode),
  of(reportLinks.listReportLinks, reportLinksSchema.reportLinkList),
  of(reportLinks.createReportLink, reportLinksSchema.newReportLink),
  of(reportLinks.listReportMails, reportLinksSchema.reportMailList),
  of(reportLinks.createReportMail, reportLinksSchema.reportMailDocument),
  of(reportLinks.readSharedReport, reportLinksSchema.sharedReport),
  of(reportLinks.downloadSharedReport, z.string()),
  of(reports.readReport, reportsSchema.report),
  of(reports.downloadReport, z.string()),
  of(reports.readNetworkReport, reportsSchema.report),
  of(reports.downloadNetworkReport, z.string()),
  of(settings.listSettings, settingsSchema.settingList),
  of(settings.changeSetting, settingsSchema.settingDocument),
  of(settings.listReferenceEntries, settingsSchema.referenceEntryList),
  of(settings.changeOffered, settingsSchema.referenceEntryDocument),
  of(sites.listSites, siteSchema.siteList),
  of(sites.createSite, siteSchema.siteDocument),
  of(sites.readSite, siteSchema.siteDocument),
  of(sites.updateSite, siteSchema.siteDocument),
  of(sites.verifySite, siteSchema.siteDocument),
  of(statistics.readAdUnitStatistics, statisticsSchema.adUnitStatisticsDocument),
  of(statistics.readCampaignStatistics, statisticsSchema.statisticsDocument),
  of(statistics.readCampaignStatements, statisticsSchema.campaignStatements),
  of(statistics.downloadCampaignStatements, z.string()),
  of(statistics.readAdUnitStatements, statisticsSchema.adUnitStatements),
  of(statistics.downloadAdUnitStatements, z.string()),
  of(statistics.listShownAds, statisticsSchema.shownAds),
  of(statistics.readOverview, statisticsSchema.overview),
  of(statistics.readTrafficRating, statisticsSchema.trafficRating),
  of(statistics.readFloorForecast, statisticsSchema.floorForecast),
  of(trafficStatistics.readTrafficStatistics, trafficStatisticsSchema.trafficStatistics),
  of(
    trafficStatistics.readCampaignTrafficStatistic,
    trafficStatisticsSchema.campaignTrafficStatistic
  ),
  of(trafficStatistics.readTrafficEstimations, trafficStatisticsSchema.trafficEstimations),
  of(trafficSelection.listTrafficSelections, trafficSelectionSchema.trafficSiteList),
  of(trafficSelection.search, trafficSelectionSchema.trafficSiteList),
  of(trafficSelection.listTrafficSources, trafficSelectionSchema.trafficSourceList),
  of(trafficSelection.listTrafficPacks, trafficSelectionSchema.trafficPackList),
  of(trafficSelection.readTrafficPack, trafficSelectionSchema.trafficPackDocument),
  of(trafficSelection.createTrafficPack, trafficSelectionSchema.trafficPackDocument),
  of(trafficSelection.updateTrafficPack, trafficSelectionSchema.trafficPackDocument),
  of(support.readChatConfiguration, supportSchema.chatConfiguration),
  of(support.readChatMessages, supportSchema.chatMessages),
  of(support.sendChatMessage, supportSchema.chatMessageDocument),
  of(support.uploadChatPicture, supportSchema.chatPictureDocument),
  of(support.readChatPicture, z.string()),
  of(support.listConversations, supportSchema.conversationList),
  of(support.readConversation, supportSchema.conversationDocument),
  of(support.readConversationMessages, supportSchema.chatMessages),
  of(support.answerConversation, supportSchema.chatMessageDocument),
  of(support.uploadConversationPicture, supportSchema.chatPictureDocument),
  of(support.listLetters, supportSchema.letterList),
  of(support.markLetter, supportSchema.letterDocument),
  of(support.listSuggestions, supportSchema.suggestionList),
  of(support.createSuggestion, supportSchema.suggestionDocument),
  of(support.voteForSuggestion, supportSchema.suggestionDocument),
  of(support.withdrawVote, supportSchema.suggestionDocument),
  of(support.listModeratedSuggestions, supportSchema.suggestionList),
  of(support.moderateSuggestion, supportSchema.suggestionDocument)
])

/** The type checker refuses a schema that is not what the endpoint answers. */
function of<E extends AnyEndpoint>(
  endpoint: E,
  schema: z.ZodType<AnswerOf<E>>
): [AnyEndpoint, z.ZodType] {
  return [endpoint, schema]
}
