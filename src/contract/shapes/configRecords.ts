import { z } from 'zod'

const text = z.string().min(1)
const count = z.int()

export const APIConfigAnnouncement = z
  .object({ name: text, text })
  .meta({ id: 'APIConfigAnnouncement', deprecated: true })

export const APIConfigAudioConfig = z
  .object({
    eq: z.number(),
    nearFieldILDNudge: z.number(),
    nearFieldILDNudgeDistance: z.number(),
    nearFieldILDNudgeEarRadius: z.number(),
    perEarDirectionalityEarRadius: z.number(),
    perEarDirectionalityFadeDistance: z.number(),
    perEarDirectionalityMaxScale: z.number(),
    perEarDirectionalityPCFactor: z.number(),
    trackingScaleMax: z.number(),
    trackingScaleMin: z.number(),
    trackingScaleMultiplier: z.number(),
  })
  .meta({ id: 'APIConfigAudioConfig' })

export const PerformanceLimiterInfo = z.object({ maxSeats: count }).meta({ id: 'PerformanceLimiterInfo' })

const Bracket = z.object({ max: count, min: count })

export const APIConfigConstants = z
  .object({
    GROUPS: z.object({
      CAPACITY: count,
      GROUP_TRANSFER_REQUIREMENTS: z.array(z.string()),
      MAX_INVITES_REQUESTS: count,
      MAX_JOINED: count,
      MAX_JOINED_PLUS: count,
      MAX_LANGUAGES: count,
      MAX_LINKS: count,
      MAX_MANAGEMENT_ROLES: count,
      MAX_OWNED: count,
      MAX_ROLES: count,
    }),
    INSTANCE: z.object({ POPULATION_BRACKETS: z.object({ CROWDED: Bracket, FEW: Bracket, MANY: Bracket }) }),
    /** Keys are ISO 639-3. */
    LANGUAGE: z.object({ SPOKEN_LANGUAGE_OPTIONS: z.record(z.string(), z.string()) }),
  })
  .meta({ id: 'APIConfigConstants' })

export const APIConfigDownloadURLList = z
  .strictObject({
    bootstrap: text,
    sdk2: text.meta({ deprecated: true }),
    'sdk3-avatars': text,
    'sdk3-worlds': text,
    vcc: text,
  })
  .meta({ id: 'APIConfigDownloadURLList' })

export const APIConfigEvents = z
  .object({
    distanceClose: count,
    distanceFactor: count,
    distanceFar: count,
    groupDistance: count,
    maximumBunchSize: count,
    notVisibleFactor: count,
    playerOrderBucketSize: count,
    playerOrderFactor: count,
    slowUpdateFactorThreshold: count,
    useDirectPlayerSerialization: z.boolean(),
    viewSegmentLength: count,
  })
  .meta({ id: 'APIConfigEvents' })

export const PlatformBuildInfo = z
  .object({ minBuildNumber: count, redirectionAddress: z.string().optional() })
  .meta({ id: 'PlatformBuildInfo' })

export const ReportCategory = z
  .object({ description: z.string().optional(), text: z.string(), title: z.string().optional(), tooltip: z.string() })
  .meta({ id: 'ReportCategory' })

export const ReportReason = z.object({ text: z.string(), tooltip: z.string() }).meta({ id: 'ReportReason' })
