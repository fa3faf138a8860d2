import { PerformanceRatings } from '../../../contract/shapes/world.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'

export const AvatarStatus = enumOf('AvatarStatus', 'Release status of an avatar: who can see it.', {
  public: 'Everybody.',
  private: 'Its author, admins, and people with a license for it.',
  hidden: 'Only its author and admins: it was deleted, or an admin has hidden it.',
})

const NON_HIDDEN_STATUSES = ['public', 'private'] as const

/** The status of a stored text. */
export const toAvatarStatus = (text: string) => NON_HIDDEN_STATUSES.find((status) => status === text) ?? 'hidden'

export const AvatarPackageVariant = enumOf('AvatarPackageVariant', 'What an asset of an avatar shows.', {
  standard: 'The avatar itself.',
  impostor: 'A simple stand-in, made of the avatar.',
})

export const PerformanceRating = enumOf(
  'PerformanceRating',
  'How well clients can show an avatar on a platform, as an analyser has found.',
  {
    None: 'Not rated.',
    VeryPoor: 'Very poor.',
    Poor: 'Poor.',
    Medium: 'Medium.',
    Good: 'Good.',
    Excellent: 'Excellent.',
  },
)

/** The rating of a stored text. */
export const toPerformanceRating = (text: string) => PerformanceRatings.parse(text)

export const AssetScanStatus = enumOf('AssetScanStatus', 'Progress of the analysis of an asset.', {
  pending: 'Not analysed yet.',
  passed: 'It could be read.',
  failed: 'It could not be read.',
})

/** The status of an asset by whether its analysis has succeeded; null while there is none. */
export function toScanStatus(isScanned: boolean | null) {
  if (isScanned === null) return 'pending'
  return isScanned ? 'passed' : 'failed'
}

export const ImpostorJobState = enumOf('ImpostorJobState', 'Where the making of impostors stands.', {
  QUEUED: 'It waits for a builder.',
  RUNNING: 'A builder is at work.',
  DONE: 'The impostors are there.',
  FAILED: 'It has failed, which `error` explains.',
})

const JOB_STATES = ['QUEUED', 'RUNNING', 'DONE'] as const

/** The state of a stored text. */
export const toImpostorJobState = (text: string) => JOB_STATES.find((state) => state === text) ?? 'FAILED'
