import { z } from 'zod'
import { DateTime, Platform, UnityPackageID } from './scalars.ts'

export const PerformanceRatings = z
  .enum(['Excellent', 'Good', 'Medium', 'None', 'Poor', 'VeryPoor'])
  .meta({ id: 'PerformanceRatings' })

/** The asset of a piece of content for one platform. */
export const UnityPackage = z
  .object({
    assetUrl: z.string().nullable().optional(),
    assetUrlObject: z.object({}).optional(),
    assetVersion: z.int().min(0),
    created_at: DateTime.optional(),
    id: UnityPackageID,
    impostorUrl: z.string().nullable().optional(),
    impostorizerVersion: z.string().optional(),
    performanceRating: PerformanceRatings.optional(),
    platform: Platform,
    pluginUrl: z.string().optional(),
    pluginUrlObject: z.object({}).optional(),
    scanStatus: z.string().optional(),
    unitySortNumber: z.int().min(0).optional(),
    unityVersion: z.string().min(1),
    variant: z.string().optional(),
    worldSignature: z.string().nullable().optional(),
  })
  .meta({ id: 'UnityPackage' })
export type UnityPackage = z.output<typeof UnityPackage>

/** The same as lists show it. */
export const LimitedUnityPackage = z
  .object({ created_at: DateTime.nullable(), platform: Platform, unityVersion: z.string().min(1) })
  .meta({ id: 'LimitedUnityPackage' })
