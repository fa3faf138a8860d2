import { builder } from '../../../edges/graphql/builder.ts'

export const UserStatus = builder.enumType('UserStatus', {
  description: 'Availability that a person has set.',
  values: {
    ACTIVE: { value: 'active', description: 'Online.' },
    JOIN_ME: { value: 'join me', description: 'Others are welcome to join.' },
    ASK_ME: { value: 'ask me', description: 'Others can ask to join.' },
    BUSY: { value: 'busy', description: 'Does not want to be disturbed.' },
    OFFLINE: { value: 'offline', description: 'Appears offline to everybody.' },
  } as const,
})

const STATUSES = ['active', 'join me', 'ask me', 'busy'] as const
export const toUserStatus = (text: string) => STATUSES.find((status) => status === text) ?? 'offline'

export const DeveloperType = builder.enumType('DeveloperType', {
  description: 'Part of a person in the making of the platform.',
  values: {
    NONE: { value: 'none', description: 'None.' },
    TRUSTED: { value: 'trusted', description: 'A trusted developer of content.' },
    INTERNAL: { value: 'internal', description: 'A developer of the platform.' },
    MODERATOR: { value: 'moderator', description: 'A moderator of the platform.' },
  } as const,
})

const DEVELOPER_TYPES = ['trusted', 'internal', 'moderator'] as const
export const toDeveloperType = (text: string) => DEVELOPER_TYPES.find((type) => type === text) ?? 'none'

export const AgeVerificationStatus = builder.enumType('AgeVerificationStatus', {
  description: 'What others learn of the verified age of a person.',
  values: {
    HIDDEN: { value: 'hidden', description: 'Nothing.' },
    VERIFIED: { value: 'verified', description: 'That the age was verified.' },
    ADULT: { value: '18+', description: 'That the person is at least 18 years old.' },
  } as const,
})

const AGE_STATUSES = ['verified', '18+'] as const
export const toAgeVerificationStatus = (text: string) => AGE_STATUSES.find((status) => status === text) ?? 'hidden'

export const BannerType = builder.enumType('BannerType', {
  description: 'Kind of the banner of a profile.',
  values: {
    COLOR: { value: 'color', description: 'A color.' },
    AVATAR: { value: 'avatarBanner', description: 'The banner of the current avatar.' },
    CUSTOM_IMAGE: { value: 'customImage', description: 'An image of the person.' },
  } as const,
})

export const BackgroundType = builder.enumType('BackgroundType', {
  description: 'What is behind a profile.',
  values: {
    DEFAULT: { value: 'default', description: 'What clients choose.' },
    GRADIENT: { value: 'gradient', description: 'A gradient of two colors.' },
    TEXTURE: { value: 'texture', description: 'A texture of the client.' },
  } as const,
})

const BACKGROUND_TYPES = ['gradient', 'texture'] as const
export const toBackgroundType = (text: string) => BACKGROUND_TYPES.find((type) => type === text) ?? 'default'

const BANNER_TYPES = ['color', 'avatarBanner', 'customImage'] as const
export const toBannerType = (text: string) => BANNER_TYPES.find((type) => type === text) ?? null

export const TrustRank = builder.enumType('TrustRank', {
  description: 'Rank of trust that the platform has given to a person, lowest first.',
  values: {
    VISITOR: { value: 'visitor', description: 'No rank yet.' },
    BASIC: { value: 'basic', description: 'By the tag `system_trust_basic`.' },
    KNOWN: { value: 'known', description: 'By the tag `system_trust_known`.' },
    TRUSTED: { value: 'trusted', description: 'By the tag `system_trust_trusted`.' },
    VETERAN: { value: 'veteran', description: 'By the tag `system_trust_veteran`.' },
    LEGEND: { value: 'legend', description: 'By the tag `system_legend` or `system_trust_legend`.' },
  } as const,
})
