import { z } from 'zod'

/** A row of worlds that clients show: its heading and search parameters. */
export const DynamicContentRow = z
  .object({
    index: z.int().min(0).optional(),
    name: z.string().min(1),
    platform: z.string().min(1),
    sortHeading: z.string().min(1),
    sortOrder: z.string().min(1),
    sortOwnership: z.string().min(1),
    tag: z.string().min(1).optional(),
    type: z.string().optional(),
  })
  .meta({ id: 'DynamicContentRow' })

const text = z.string().min(1)
const integer = z.int()

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

export const PerformanceLimiterInfo = z.object({ maxSeats: integer }).meta({ id: 'PerformanceLimiterInfo' })

const Bracket = z.object({ max: integer, min: integer })

export const APIConfigConstants = z
  .object({
    GROUPS: z.object({
      CAPACITY: integer,
      GROUP_TRANSFER_REQUIREMENTS: z.array(z.string()),
      MAX_INVITES_REQUESTS: integer,
      MAX_JOINED: integer,
      MAX_JOINED_PLUS: integer,
      MAX_LANGUAGES: integer,
      MAX_LINKS: integer,
      MAX_MANAGEMENT_ROLES: integer,
      MAX_OWNED: integer,
      MAX_ROLES: integer,
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
    distanceClose: integer,
    distanceFactor: integer,
    distanceFar: integer,
    groupDistance: integer,
    maximumBunchSize: integer,
    notVisibleFactor: integer,
    playerOrderBucketSize: integer,
    playerOrderFactor: integer,
    slowUpdateFactorThreshold: integer,
    useDirectPlayerSerialization: z.boolean(),
    viewSegmentLength: integer,
  })
  .meta({ id: 'APIConfigEvents' })

export const PlatformBuildInfo = z
  .object({ minBuildNumber: integer, redirectionAddress: z.string().optional() })
  .meta({ id: 'PlatformBuildInfo' })

export const ReportCategory = z
  .object({ description: z.string().optional(), text: z.string(), title: z.string().optional(), tooltip: z.string() })
  .meta({ id: 'ReportCategory' })

export const ReportReason = z.object({ text: z.string(), tooltip: z.string() }).meta({ id: 'ReportReason' })
