import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'

export const UserStatus = enumOf('UserStatus', 'Availability that a person has set.', {
  active: 'Online.',
  'join me': 'Others are welcome to join.',
  'ask me': 'Others can ask to join.',
  busy: 'Does not want to be disturbed.',
  offline: 'Appears offline to everybody.',
})

const STATUSES = ['active', 'join me', 'ask me', 'busy'] as const
export const toUserStatus = (text: string) => STATUSES.find((status) => status === text) ?? 'offline'

export const DeveloperType = enumOf('DeveloperType', 'Part of a person in the making of the platform.', {
  none: 'None.',
  trusted: 'A trusted developer of content.',
  internal: 'A developer of the platform.',
  moderator: 'A moderator of the platform.',
})

const DEVELOPER_TYPES = ['trusted', 'internal', 'moderator'] as const
export const toDeveloperType = (text: string) => DEVELOPER_TYPES.find((type) => type === text) ?? 'none'

export const AgeVerificationStatus = enumOf(
  'AgeVerificationStatus',
  'What others learn of the verified age of a person.',
  {
    hidden: 'Nothing.',
    verified: 'That the age was verified.',
    '18+': 'That the person is at least 18 years old.',
  },
  { '18+': 'ADULT' },
)

const AGE_STATUSES = ['verified', '18+'] as const
export const toAgeVerificationStatus = (text: string) => AGE_STATUSES.find((status) => status === text) ?? 'hidden'

export const BannerType = enumOf(
  'BannerType',
  'Kind of the banner of a profile.',
  {
    color: 'A color.',
    avatarBanner: 'The banner of the current avatar.',
    customImage: 'An image of the person.',
  },
  { avatarBanner: 'AVATAR' },
)

export const BackgroundType = enumOf('BackgroundType', 'What is behind a profile.', {
  default: 'What clients choose.',
  gradient: 'A gradient of two colors.',
  texture: 'A texture of the client.',
})

const BACKGROUND_TYPES = ['gradient', 'texture'] as const
export const toBackgroundType = (text: string) => BACKGROUND_TYPES.find((type) => type === text) ?? 'default'

const BANNER_TYPES = ['color', 'avatarBanner', 'customImage'] as const
export const toBannerType = (text: string) => BANNER_TYPES.find((type) => type === text) ?? null

export const TrustRank = enumOf('TrustRank', 'Rank of trust that the platform has given to a person, lowest first.', {
  visitor: 'No rank yet.',
  basic: 'By the tag `system_trust_basic`.',
  known: 'By the tag `system_trust_known`.',
  trusted: 'By the tag `system_trust_trusted`.',
  veteran: 'By the tag `system_trust_veteran`.',
  legend: 'By the tag `system_legend` or `system_trust_legend`.',
})
