// Made by npm run generate:docs from the type of the answer that each endpoint names.
import { z } from 'zod'
import * as accounts from './accounts/endpoints.ts'
import * as accountsSchema from './accounts/schema.ts'
import * as adReports from './ad-reports/endpoints.ts'
import * as adReportsSchema from './ad-reports/schema.ts'
import * as approvalsSchema from './ad-units/approvals.ts'
import * as blockRulesSchema from './ad-units/block-rules.ts'
import * as adUnits from './ad-units/endpoints.ts'
import * as houseAdsSchema from './ad-units/house-ads.ts'
import * as previewsSchema from './ad-units/previews.ts'
import * as adUnitsSchema from './ad-units/schema.ts'
import * as admin from './admin/endpoints.ts'
import * as adminSchema from './admin/schema.ts'
import * as affiliates from './affiliates/endpoints.ts'
import * as affiliatesSchema from './affiliates/schema.ts'
import * as announcements from './announcements/endpoints.ts'
import * as announcementsSchema from './announcements/schema.ts'
import * as apiKeys from './api-keys/endpoints.ts'
import * as apiKeysSchema from './api-keys/schema.ts'
import * as banners from './banners/endpoints.ts'
import * as bannersSchema from './banners/schema.ts'
import * as bills from './bills/endpoints.ts'
import * as books from './books/endpoints.ts'
import * as booksSchema from './books/schema.ts'
import * as brand from './brand/endpoints.ts'
import * as brandSchema from './brand/schema.ts'
import * as campaigns from './campaigns/endpoints.ts'
import * as campaignsSchema from './campaigns/schema.ts'
import * as variantsSchema from './campaigns/variants.ts'
import * as captcha from './captcha/endpoints.ts'
import * as captchaSchema from './captcha/schema.ts'
import * as coupons from './coupons/endpoints.ts'
import * as couponsSchema from './coupons/schema.ts'
import * as diagnosis from './diagnosis/endpoints.ts'
import * as diagnosisSchema from './diagnosis/schema.ts'
import * as earnings from './earnings/endpoints.ts'
import * as earningsSchema from './earnings/schema.ts'
import type { AnswerOf, AnyEndpoint } from './endpoint.ts'
import * as finances from './finances/endpoints.ts'
import * as financesSchema from './finances/schema.ts'
import * as handOffs from './hand-offs/endpoints.ts'
import * as handOffsSchema from './hand-offs/schema.ts'
import * as invalidTraffic from './invalid-traffic/endpoints.ts'
import * as invalidTrafficSchema from './invalid-traffic/schema.ts'
import * as legal from './legal/endpoints.ts'
import * as legalSchema from './legal/schema.ts'
import * as marketplace from './marketplace/endpoints.ts'
import * as orderSchema from './marketplace/order-schema.ts'
import * as marketplaceSchema from './marketplace/schema.ts'
import * as members from './members/endpoints.ts'
import * as membersSchema from './members/schema.ts'
import * as notifications from './notifications/endpoints.ts'
import * as notificationsSchema from './notifications/schema.ts'
import * as pageAnalyses from './page-analyses/endpoints.ts'
import * as pageAnalysesSchema from './page-analyses/schema.ts'
import * as passkeys from './passkeys/endpoints.ts'
import * as passkeysSchema from './passkeys/schema.ts'
import * as payments from './payments/endpoints.ts'
import * as paymentsSchema from './payments/schema.ts'
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
import * as sitesSchema from './sites/schema.ts'
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
  of(accounts.createAuthenticityToken, accountsSchema.authenticityToken),
  of(accounts.readCurrentUser, accountsSchema.userDocument),
  of(accounts.readUser, accountsSchema.userDocument),
  of(accounts.signUp, accountsSchema.signUpAnswer),
  of(accounts.requestAccessCode, accountsSchema.accessCodeAnswer),
  of(accounts.signIn, accountsSchema.userDocument),
  of(accounts.updateUser, accountsSchema.userDocument),
  of(accounts.listLookArounds, accountsSchema.lookArounds),
  of(accounts.lookAround, accountsSchema.userDocument),
  of(adReports.readShownCreative, adReportsSchema.shownCreativeDocument),
  of(adReports.listReportedCreatives, adReportsSchema.reportedCreatives),
  of(adUnits.listAdUnits, adUnitsSchema.adUnitList),
  of(adUnits.createAdUnit, adUnitsSchema.adUnitWithCode),
  of(adUnits.readAdUnit, adUnitsSchema.adUnitDocument),
  of(adUnits.updateAdUnit, adUnitsSchema.adUnitDocument),
  of(adUnits.readAdUnitCode, adUnitsSchema.codeDocument),
  of(adUnits.checkAdUnitCode, adUnitsSchema.codeCheckDocument),
  of(adUnits.createPreview, previewsSchema.previewDocument),
  of(adUnits.listBlockRules, blockRulesSchema.blockRuleList),
  of(adUnits.createBlockRule, blockRulesSchema.blockRuleDocument),
  of(adUnits.listApprovalRules, approvalsSchema.approvalRuleList),
  of(adUnits.createApprovalRule, approvalsSchema.approvalRuleDocument),
  of(adUnits.listAdsToApprove, approvalsSchema.adsToApprove),
  of(adUnits.listHouseAds, houseAdsSchema.houseAdList),
  of(adUnits.createHouseAd, houseAdsSchema.houseAdDocument),
  of(adUnits.updateHouseAd, houseAdsSchema.houseAdDocument),
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
  of(admin.setPremium, adminSchema.personDocument),
  of(admin.suspendPerson, adminSchema.personDocument),
  of(admin.liftSuspension, adminSchema.personDocument),
  of(admin.viewPerson, adminSchema.viewingDocument),
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
  of(affiliates.readReport, affiliatesSchema.affiliateReport),
  of(announcements.readAnnouncement, announcementsSchema.announcement),
  of(announcements.listAnnouncements, announcementsSchema.announcementList),
  of(announcements.createAnnouncement, announcementsSchema.announcementDocument),
  of(announcements.updateAnnouncement, announcementsSchema.announcementDocument),
  of(apiKeys.listApiKeys, apiKeysSchema.apiKeyList),
  of(apiKeys.createApiKey, apiKeysSchema.newApiKey),
  of(banners.uploadBanner, bannersSchema.bannerDocument),
  of(bills.downloadCampaignBill, z.string()),
  of(bills.downloadAdUnitBill, z.string()),
  of(books.readBooks, booksSchema.booksDocument),
  of(brand.readBrand, brandSchema.brandDocument),
  of(brand.listBrandChanges, brandSchema.brandHistory),
  of(brand.changeBrand, brandSchema.brandDocument),
  of(brand.uploadBrandLogo, brandSchema.brandLogoDocument),
  of(campaigns.listCampaigns, campaignsSchema.campaignList),
  of(campaigns.exportCampaigns, z.string()),
  of(campaigns.createCampaign, campaignsSchema.campaignDocument),
  of(campaigns.readCampaign, campaignsSchema.campaignDocument),
  of(campaigns.updateCampaign, campaignsSchema.campaignDocument),
  of(campaigns.updateCampaigns, campaignsSchema.campaignChanges),
  of(campaigns.importCampaigns, campaignsSchema.campaignImport),
  of(campaigns.fundCampaign, campaignsSchema.fundingDocument),
  of(campaigns.listVariants, variantsSchema.variantList),
  of(campaigns.createVariant, variantsSchema.variantDocument),
  of(campaigns.updateVariant, variantsSchema.variantDocument),
  of(captcha.readChallenge, captchaSchema.challengeDocument),
  of(coupons.checkCoupon, couponsSchema.couponCheck),
  of(coupons.listCoupons, couponsSchema.couponList),
  of(coupons.createCoupon, couponsSchema.couponDocument),
  of(coupons.updateCoupon, couponsSchema.couponDocument),
  of(diagnosis.readAdUnitDiagnosis, diagnosisSchema.diagnosisDocument),
  of(diagnosis.readCampaignDiagnosis, diagnosisSchema.diagnosisDocument),
  of(earnings.readPublisherTerms, earningsSchema.publisherTerms),
  of(earnings.listEarnings, earningsSchema.earningList),
  of(earnings.reviewEarnings, earningsSchema.unitEarningsList),
  of(finances.readBalances, financesSchema.balancesDocument),
  of(finances.readHolds, financesSchema.holdsDocument),
  of(finances.readHistory, financesSchema.historyDocument),
  of(finances.downloadHistory, z.string()),
  of(finances.readOperation, financesSchema.operationDocument),
  of(finances.readStats, financesSchema.statsDocument),
  of(finances.listStatements, financesSchema.accountStatements),
  of(finances.readStatement, financesSchema.accountStatementDocument),
  of(handOffs.createHandOff, handOffsSchema.handOffDocument),
  of(handOffs.exchangeHandOff, handOffsSchema.widgetSessionDocument),
  of(handOffs.readWidgetSession, handOffsSchema.widgetUserDocument),
  of(invalidTraffic.readInvalidTraffic, invalidTrafficSchema.report),
  of(legal.listLegalPages, legalSchema.legalPageList),
  of(legal.readLegalPage, legalSchema.legalPageDocument),
  of(legal.listLegalConsents, legalSchema.legalConsentList),
  of(legal.giveLegalConsent, legalSchema.legalConsentList),
  of(legal.listLegalTexts, legalSchema.legalTextList),
  of(legal.publishLegalPage, legalSchema.legalTextDocument),
  of(legal.previewLegalPage, legalSchema.legalPagePreview),
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
  of(members.listMembers, membersSchema.memberList),
  of(members.inviteMember, membersSchema.memberDocument),
  of(members.listMemberships, membersSchema.membershipList),
  of(notifications.listNotifications, notificationsSchema.notificationList),
  of(notifications.readNotificationPreferences, notificationsSchema.notificationPreferences),
  of(notifications.updateNotificationPreferences, notificationsSchema.notificationPreferences),
  of(notifications.unsubscribe, notificationsSchema.unsubscribed),
  of(notifications.createTelegramLink, notificationsSchema.telegramLink),
  of(pageAnalyses.analysePage, pageAnalysesSchema.pageAnalysisDocument),
  of(passkeys.createPasskeyChallenge, passkeysSchema.challenge),
  of(passkeys.listPasskeys, passkeysSchema.passkeyList),
  of(passkeys.createPasskey, passkeysSchema.passkeyDocument),
  of(passkeys.signInWithPasskey, accountsSchema.userDocument),
  of(passkeys.stepUpWithPasskey, securitySchema.stepUp),
  of(payments.readDepositAddresses, paymentsSchema.addressesDocument),
  of(payments.createDepositAddress, paymentsSchema.addressDocument),
  of(payments.listLightningDeposits, paymentsSchema.lightningDepositList),
  of(payments.createLightningDeposit, paymentsSchema.lightningDepositDocument),
  of(payments.readCurrencies, paymentsSchema.currencyList),
  of(payments.listWithdrawals, paymentsSchema.withdrawalList),
  of(payments.createWithdrawal, paymentsSchema.withdrawalDocument),
  of(payments.createLightningWithdrawal, paymentsSchema.withdrawalDocument),
  of(payments.listAutomaticPayouts, paymentsSchema.automaticPayoutList),
  of(payments.setAutomaticPayout, paymentsSchema.automaticPayoutList),
  of(payments.readPayoutReview, paymentsSchema.payoutReview),
  of(payments.readLightningNode, paymentsSchema.lightningNode),
  of(payments.decideWithdrawal, paymentsSchema.reviewedDocument),
  of(payments.listQueuedDeposits, paymentsSchema.queuedDepositList),
  of(payments.assignDeposit, paymentsSchema.assignedDeposit),
  of(privacy.exportData, privacySchema.dataExport),
  of(publicLog.readPublicLog, publicLogSchema.publicLogDocument),
  of(referenceData.listCategories, referenceDataSchema.categoryList),
  of(referenceData.listLanguages, referenceDataSchema.languageList),
  of(referenceData.listProductCategories, referenceDataSchema.productCategoryList),
  of(referenceData.listBannerSizes, referenceDataSchema.bannerSizeList),
  of(reportLinks.listReportLinks, reportLinksSchema.reportLinkList),
  of(reportLinks.createReportLink, reportLinksSchema.newReportLink),
  of(reportLinks.readSharedReport, reportLinksSchema.sharedReport),
  of(reportLinks.downloadSharedReport, z.string()),
  of(reportLinks.listReportMails, reportLinksSchema.reportMailList),
  of(reportLinks.createReportMail, reportLinksSchema.reportMailDocument),
  of(reports.readReport, reportsSchema.report),
  of(reports.downloadReport, z.string()),
  of(reports.readNetworkReport, reportsSchema.report),
  of(reports.downloadNetworkReport, z.string()),
  of(security.listSessions, securitySchema.sessionList),
  of(security.readStepUp, securitySchema.stepUp),
  of(security.stepUp, securitySchema.stepUp),
  of(security.rotateAccountCode, securitySchema.accountCode),
  of(settings.listSettings, settingsSchema.settingList),
  of(settings.readFeeBasis, settingsSchema.feeBasis),
  of(settings.changeSetting, settingsSchema.settingDocument),
  of(settings.listReferenceEntries, settingsSchema.referenceEntryList),
  of(settings.changeOffered, settingsSchema.referenceEntryDocument),
  of(sites.listSites, sitesSchema.siteList),
  of(sites.createSite, sitesSchema.siteDocument),
  of(sites.readSite, sitesSchema.siteDocument),
  of(sites.updateSite, sitesSchema.siteDocument),
  of(sites.verifySite, sitesSchema.siteDocument),
  of(statistics.readAdUnitStatistics, statisticsSchema.adUnitStatisticsDocument),
  of(statistics.readCampaignStatistics, statisticsSchema.statisticsDocument),
  of(statistics.readCampaignStatements, statisticsSchema.campaignStatements),
  of(statistics.downloadCampaignStatements, z.string()),
  of(statistics.readAdUnitStatements, statisticsSchema.adUnitStatements),
  of(statistics.downloadAdUnitStatements, z.string()),
  of(statistics.readTrafficRating, statisticsSchema.trafficRating),
  of(statistics.listShownAds, statisticsSchema.shownAds),
  of(statistics.readOverview, statisticsSchema.overview),
  of(statistics.readFirstSteps, statisticsSchema.firstStepsDocument),
  of(statistics.readFloorForecast, statisticsSchema.floorForecast),
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
  of(support.moderateSuggestion, supportSchema.suggestionDocument),
  of(trafficSelection.listTrafficSelections, trafficSelectionSchema.trafficSiteList),
  of(trafficSelection.search, trafficSelectionSchema.trafficSiteList),
  of(trafficSelection.listTrafficSources, trafficSelectionSchema.trafficSourceList),
  of(trafficSelection.listTrafficPacks, trafficSelectionSchema.trafficPackList),
  of(trafficSelection.readTrafficPack, trafficSelectionSchema.trafficPackDocument),
  of(trafficSelection.createTrafficPack, trafficSelectionSchema.trafficPackDocument),
  of(trafficSelection.updateTrafficPack, trafficSelectionSchema.trafficPackDocument),
  of(trafficSources.listTrafficSources, trafficSourcesSchema.trafficSourceList),
  of(trafficSources.updateTrafficSource, trafficSourcesSchema.trafficSourceDocument),
  of(trafficSources.readExclusions, trafficSourcesSchema.exclusionList),
  of(trafficSources.setExclusions, trafficSourcesSchema.exclusionList),
  of(trafficStatistics.readTrafficStatistics, trafficStatisticsSchema.trafficStatistics),
  of(
    trafficStatistics.readCampaignTrafficStatistic,
    trafficStatisticsSchema.campaignTrafficStatistic
  ),
  of(trafficStatistics.readTrafficEstimations, trafficStatisticsSchema.trafficEstimations)
])

/** The type checker refuses a schema that is not what the endpoint answers. */
function of<E extends AnyEndpoint>(
  endpoint: E,
  schema: z.ZodType<AnswerOf<E>>
): [AnyEndpoint, z.ZodType] {
  return [endpoint, schema]
}
