import { PerformanceRatings } from '../../../contract/shapes/world.ts'
import { builder } from '../../../edges/graphql/builder.ts'

export const AvatarStatus = builder.enumType('AvatarStatus', {
  description: 'Release status of an avatar: who can see it.',
  values: {
    PUBLIC: { value: 'public', description: 'Everybody.' },
    PRIVATE: { value: 'private', description: 'Its author, admins, and people with a license for it.' },
    HIDDEN: { value: 'hidden', description: 'Only its author and admins: it was deleted, or an admin has hidden it.' },
  } as const,
})

const NON_HIDDEN_STATUSES = ['public', 'private'] as const

/** The status of a stored text. */
export const toAvatarStatus = (text: string) => NON_HIDDEN_STATUSES.find((status) => status === text) ?? 'hidden'

export const AvatarPackageVariant = builder.enumType('AvatarPackageVariant', {
  description: 'What an asset of an avatar shows.',
  values: {
    STANDARD: { value: 'standard', description: 'The avatar itself.' },
    IMPOSTOR: { value: 'impostor', description: 'A simple stand-in, made of the avatar.' },
  } as const,
})

export const PerformanceRating = builder.enumType('PerformanceRating', {
  description: 'How well clients can show an avatar on a platform, as an analyser has found.',
  values: {
    NONE: { value: 'None', description: 'Not rated.' },
    VERY_POOR: { value: 'VeryPoor', description: 'Very poor.' },
    POOR: { value: 'Poor', description: 'Poor.' },
    MEDIUM: { value: 'Medium', description: 'Medium.' },
    GOOD: { value: 'Good', description: 'Good.' },
    EXCELLENT: { value: 'Excellent', description: 'Excellent.' },
  } as const,
})

/** The rating of a stored text. */
export const toPerformanceRating = (text: string) => PerformanceRatings.parse(text)

export const AssetScanStatus = builder.enumType('AssetScanStatus', {
  description: 'Progress of the analysis of an asset.',
  values: {
    PENDING: { value: 'pending', description: 'Not analysed yet.' },
    PASSED: { value: 'passed', description: 'It could be read.' },
    FAILED: { value: 'failed', description: 'It could not be read.' },
  } as const,
})

/** The status of an asset by whether its analysis has succeeded; null while there is none. */
export function toScanStatus(isScanned: boolean | null) {
  if (isScanned === null) return 'pending'
  return isScanned ? 'passed' : 'failed'
}

export const ImpostorJobState = builder.enumType('ImpostorJobState', {
  description: 'Where the making of impostors stands.',
  values: {
    QUEUED: { value: 'QUEUED', description: 'It waits for a builder.' },
    RUNNING: { value: 'RUNNING', description: 'A builder is at work.' },
    DONE: { value: 'DONE', description: 'The impostors are there.' },
    FAILED: { value: 'FAILED', description: 'It has failed, which `error` explains.' },
  } as const,
})

const JOB_STATES = ['QUEUED', 'RUNNING', 'DONE'] as const

/** The state of a stored text. */
export const toImpostorJobState = (text: string) => JOB_STATES.find((state) => state === text) ?? 'FAILED'
