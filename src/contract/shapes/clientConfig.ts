import { z } from 'zod'
import {
  APIConfigAnnouncement,
  APIConfigAudioConfig,
  APIConfigConstants,
  APIConfigDownloadURLList,
  APIConfigEvents,
  DynamicContentRow,
  PerformanceLimiterInfo,
  PlatformBuildInfo,
  ReportCategory,
  ReportReason,
} from './clientConfigRecords.ts'
import { AvatarID, DateTime, WorldID } from './scalars.ts'

const text = z.string().min(1)
const texts = z.array(z.string())
const boolean = z.boolean()
const integer = z.int()

/** Networking. */
const network = {
  VoiceEnableDegradation: boolean,
  VoiceEnableReceiverLimiting: boolean,
  address: text,
  audioConfig: APIConfigAudioConfig,
  chatboxLogBufferSeconds: integer,
  clientApiKey: text,
  clientBPSCeiling: integer,
  clientDisconnectTimeout: integer,
  clientNetDispatchThread: boolean,
  clientNetDispatchThreadMobile: boolean,
  clientNetInThread: boolean,
  clientNetInThread2: boolean,
  clientNetInThreadMobile: boolean,
  clientNetInThreadMobile2: boolean,
  clientNetOutThread: boolean,
  clientNetOutThread2: boolean,
  clientNetOutThreadMobile: boolean,
  clientNetOutThreadMobile2: boolean,
  clientQR: integer,
  clientReservedPlayerBPS: integer,
  clientSentCountAllowance: integer,
  events: APIConfigEvents,
  photonNameserverOverrides: texts,
  photonPublicKeys: texts,
  publicKey: z.string(),
  timekeeping: boolean,
  updateRateMsMaximum: integer,
  updateRateMsMinimum: integer,
  updateRateMsNormal: integer,
  updateRateMsUdonManual: integer,
  useReliableUdpForVoice: boolean,
  websocketMaxFriendsRefreshDelay: integer,
  websocketQuickReconnectTime: integer,
  websocketReconnectMaxDelay: integer,
}

/** Feature switches. */
const switches = {
  'dis-countdown': DateTime,
  disableAVProInProton: boolean,
  disableAvatarCopying: boolean,
  disableAvatarGating: boolean,
  disableCaptcha: boolean,
  disableCommunityLabs: boolean,
  disableCommunityLabsPromotion: boolean,
  disableEmail: boolean,
  disableEventStream: boolean,
  disableFeedbackGating: boolean,
  disableFrontendBuilds: boolean,
  disableGiftDrops: boolean,
  disableHello: boolean,
  disableOculusSubs: boolean,
  disableRegistration: boolean,
  disableSteamNetworking: boolean,
  disableTwoFactorAuth: boolean.meta({ deprecated: true }),
  disableUdon: boolean,
  disableUpgradeAccount: boolean,
}

/** URLs and e-mail addresses. */
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

/** Client builds and SDK versions. */
const builds = {
  DisableBackgroundPreloads: boolean,
  analysisMaxRetries: integer,
  analysisRetryInterval: integer,
  devSdkUrl: text.meta({ deprecated: true }),
  devSdkVersion: text.meta({ deprecated: true }),
  downloadLinkWindows: text,
  downloadUrls: APIConfigDownloadURLList,
  iosAppVersion: texts,
  iosVersion: z.object({ major: integer, minor: integer }),
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
  offlineAnalysis: z.object({ android: boolean, standalonewindows: boolean }).partial(),
  'player-url-resolver-sha1': text,
  'player-url-resolver-version': text,
  sdkDeveloperFaqUrl: text,
  sdkDiscordUrl: text,
  sdkNotAllowedToPublishMessage: text,
  sdkUnityVersion: text,
  uploadAnalysisPercent: integer,
  viveWindowsUrl: text,
}

/** Default content, languages and user interface. */
const content = {
  CampaignStatus: z.string(),
  ageVerificationInviteVisible: boolean,
  ageVerificationP: boolean,
  ageVerificationStatusVisible: boolean,
  analyticsSegment_NewUI_PctOfUsers: integer,
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
  currentPrivacyVersion: integer,
  currentTOSVersion: integer.min(0),
  defaultAvatar: AvatarID,
  defaultStickerSet: z.string(),
  devLanguageCodes: texts,
  dynamicWorldRows: z.array(DynamicContentRow).min(1),
  forceUseLatestWorld: boolean,
  homeWorldId: WorldID,
  hubWorldId: WorldID,
  maxUserEmoji: integer,
  maxUserStickers: integer,
  notAllowedToSelectAvatarInPrivateWorldMessage: text,
  requireAgeVerificationBetaTag: boolean,
  timeOutWorldId: WorldID,
  tutorialWorldId: WorldID,
}

const economy = {
  LocationGiftingNonSubPrioEnabled: boolean,
  economyLedgerBackfill: boolean,
  economyLedgerMigrationStop: z.string(),
  economyLedgerMode: z.string(),
  economyPauseEnd: DateTime,
  economyPauseStart: DateTime,
  economyPurchaseRepairEnabled: boolean,
  economyState: integer,
  giftDisplayType: z.string(),
}

const reports = {
  reportCategories: z.record(z.string(), ReportCategory),
  reportFormUrl: z.string(),
  reportOptions: z.record(z.string(), z.record(z.string(), texts)),
  reportReasons: z.record(z.string(), ReportReason),
}

/** The client configuration. */
export const APIConfig = z
  .object({ ...network, ...switches, ...addresses, ...builds, ...content, ...economy, ...reports })
  .meta({ id: 'APIConfig' })
export type APIConfig = z.output<typeof APIConfig>
