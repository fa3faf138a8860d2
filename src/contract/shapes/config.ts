import { z } from 'zod'
import {
  APIConfigAnnouncement,
  APIConfigAudioConfig,
  APIConfigConstants,
  APIConfigDownloadURLList,
  APIConfigEvents,
  PerformanceLimiterInfo,
  PlatformBuildInfo,
  ReportCategory,
  ReportReason,
} from './configRecords.ts'
import { DynamicContentRow } from './dynamicContentRow.ts'
import { AvatarID, DateTime, WorldID } from './scalars.ts'

const text = z.string().min(1)
const texts = z.array(z.string())
const yes = z.boolean()
const count = z.int()

/** How clients talk to the platform and to each other. */
const network = {
  VoiceEnableDegradation: yes,
  VoiceEnableReceiverLimiting: yes,
  address: text,
  audioConfig: APIConfigAudioConfig,
  chatboxLogBufferSeconds: count,
  clientApiKey: text,
  clientBPSCeiling: count,
  clientDisconnectTimeout: count,
  clientNetDispatchThread: yes,
  clientNetDispatchThreadMobile: yes,
  clientNetInThread: yes,
  clientNetInThread2: yes,
  clientNetInThreadMobile: yes,
  clientNetInThreadMobile2: yes,
  clientNetOutThread: yes,
  clientNetOutThread2: yes,
  clientNetOutThreadMobile: yes,
  clientNetOutThreadMobile2: yes,
  clientQR: count,
  clientReservedPlayerBPS: count,
  clientSentCountAllowance: count,
  events: APIConfigEvents,
  photonNameserverOverrides: texts,
  photonPublicKeys: texts,
  publicKey: z.string(),
  timekeeping: yes,
  updateRateMsMaximum: count,
  updateRateMsMinimum: count,
  updateRateMsNormal: count,
  updateRateMsUdonManual: count,
  useReliableUdpForVoice: yes,
  websocketMaxFriendsRefreshDelay: count,
  websocketQuickReconnectTime: count,
  websocketReconnectMaxDelay: count,
}

/** What is switched off. */
const switches = {
  'dis-countdown': DateTime,
  disableAVProInProton: yes,
  disableAvatarCopying: yes,
  disableAvatarGating: yes,
  disableCaptcha: yes,
  disableCommunityLabs: yes,
  disableCommunityLabsPromotion: yes,
  disableEmail: yes,
  disableEventStream: yes,
  disableFeedbackGating: yes,
  disableFrontendBuilds: yes,
  disableGiftDrops: yes,
  disableHello: yes,
  disableOculusSubs: yes,
  disableRegistration: yes,
  disableSteamNetworking: yes,
  disableTwoFactorAuth: yes.meta({ deprecated: true }),
  disableUdon: yes,
  disableUpgradeAccount: yes,
}

/** Where people and clients turn to. */
const addresses = {
  accessLogsUrls: z.object({ Default: z.url(), Pico: z.url(), Quest: z.url(), XRElite: z.url() }).partial(),
  contactEmail: text,
  copyrightEmail: text,
  copyrightFormUrl: text,
  googleApiClientId: z.string(),
  homepageRedirectTarget: text,
  imageHostUrlList: texts,
  jobsEmail: text,
  moderationEmail: text,
  stringHostUrlList: texts,
  supportEmail: text,
  supportFormUrl: z.string(),
  urlList: texts,
  whiteListedAssetUrls: texts,
}

/** Builds of clients and of the kit that people make content with. */
const builds = {
  DisableBackgroundPreloads: yes,
  analysisMaxRetries: count,
  analysisRetryInterval: count,
  devSdkUrl: text.meta({ deprecated: true }),
  devSdkVersion: text.meta({ deprecated: true }),
  downloadLinkWindows: text,
  downloadUrls: APIConfigDownloadURLList,
  iosAppVersion: texts,
  iosVersion: z.object({ major: count, minor: count }),
  minSupportedClientBuildNumber: z.object({
    AppStore: PlatformBuildInfo,
    Default: PlatformBuildInfo,
    Firebase: PlatformBuildInfo,
    FirebaseiOS: PlatformBuildInfo,
    GooglePlay: PlatformBuildInfo,
    PC: PlatformBuildInfo,
    PicoStore: PlatformBuildInfo,
    QuestAppLab: PlatformBuildInfo,
    QuestStore: PlatformBuildInfo,
    TestFlight: PlatformBuildInfo,
    XRElite: PlatformBuildInfo,
  }),
  minimumUnityVersionForUploads: z.string(),
  offlineAnalysis: z.object({ android: yes, standalonewindows: yes }).partial(),
  'player-url-resolver-sha1': text,
  'player-url-resolver-version': text,
  sdkDeveloperFaqUrl: text,
  sdkDiscordUrl: text,
  sdkNotAllowedToPublishMessage: text,
  sdkUnityVersion: text,
  uploadAnalysisPercent: count,
  viveWindowsUrl: text,
}

/** What people are shown, and where they start. */
const content = {
  CampaignStatus: z.string(),
  ageVerificationInviteVisible: yes,
  ageVerificationP: yes,
  ageVerificationStatusVisible: yes,
  analyticsSegment_NewUI_PctOfUsers: count,
  analyticsSegment_NewUI_Salt: z.string(),
  announcements: z.array(APIConfigAnnouncement),
  availableLanguageCodes: texts,
  availableLanguages: texts,
  avatarPerfLimiter: z.object({
    AndroidMobile: PerformanceLimiterInfo,
    PC: PerformanceLimiterInfo,
    Pico: PerformanceLimiterInfo,
    Quest: PerformanceLimiterInfo,
    XRElite: PerformanceLimiterInfo,
    iOSMobile: PerformanceLimiterInfo,
  }),
  constants: APIConfigConstants,
  currentPrivacyVersion: count,
  currentTOSVersion: count.min(0),
  defaultAvatar: AvatarID,
  defaultStickerSet: z.string(),
  devLanguageCodes: texts,
  dynamicWorldRows: z.array(DynamicContentRow).min(1),
  forceUseLatestWorld: yes,
  homeWorldId: WorldID,
  hubWorldId: WorldID,
  maxUserEmoji: count,
  maxUserStickers: count,
  notAllowedToSelectAvatarInPrivateWorldMessage: text,
  requireAgeVerificationBetaTag: yes,
  timeOutWorldId: WorldID,
  tutorialWorldId: WorldID,
}

const economy = {
  LocationGiftingNonSubPrioEnabled: yes,
  economyLedgerBackfill: yes,
  economyLedgerMigrationStop: z.string(),
  economyLedgerMode: z.string(),
  economyPauseEnd: DateTime,
  economyPauseStart: DateTime,
  economyPurchaseRepairEnabled: yes,
  economyState: count,
  giftDisplayType: z.string(),
}

const reports = {
  reportCategories: z.record(z.string(), ReportCategory),
  reportFormUrl: z.string(),
  reportOptions: z.record(z.string(), z.record(z.string(), texts)),
  reportReasons: z.record(z.string(), ReportReason),
}

/** The client configuration; every member is sent. */
export const APIConfig = z
  .object({ ...network, ...switches, ...addresses, ...builds, ...content, ...economy, ...reports })
  .meta({ id: 'APIConfig' })
export type APIConfig = z.output<typeof APIConfig>
