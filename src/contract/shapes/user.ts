import { z } from 'zod'
import { AgeVerificationStatus, AgeVerified, Badge, DeveloperType, UserState, UserStatus } from './person.ts'
import {
  CurrentAvatarImageUrl,
  CurrentAvatarThumbnailImageUrl,
  DateOnly,
  InstanceID,
  LocationID,
  Platform,
  Tag,
  UserID,
  WorldID,
} from './scalars.ts'

/** A person as others see them. The username is nobody else's to know, so it is optional and left out. */
export const User = z
  .object({
    ageVerificationStatus: AgeVerificationStatus,
    ageVerified: AgeVerified,
    allowAvatarCopying: z.boolean(),
    badges: z.array(Badge),
    bannerType: z.string(),
    bannerUrl: z.string(),
    bio: z.string().max(512),
    bioLinks: z.array(z.string()),
    currentAvatarImageUrl: CurrentAvatarImageUrl,
    currentAvatarTags: z.array(Tag),
    currentAvatarThumbnailImageUrl: CurrentAvatarThumbnailImageUrl,
    date_joined: DateOnly,
    developerType: DeveloperType,
    displayName: z.string(),
    friendKey: z.string(),
    friendRequestStatus: z.string(),
    iconFrame: z.string().optional(),
    iconUrl: z.string().optional(),
    id: UserID,
    instanceId: InstanceID,
    isEconomyCreator: z.boolean().optional(),
    isFriend: z.boolean(),
    /** Empty when unknown, like last_login. */
    last_activity: z.string(),
    last_login: z.string(),
    last_mobile: z.string().nullable(),
    last_platform: Platform,
    location: LocationID,
    nameplateEffect: z.string().optional(),
    note: z.string(),
    platform: z.string(),
    profileEffect: z.string().optional(),
    profilePicOverride: z.string(),
    profilePicOverrideThumbnail: z.string(),
    pronouns: z.string(),
    state: UserState,
    status: UserStatus,
    statusDescription: z.string(),
    tags: z.array(Tag),
    travelingToInstance: z.string(),
    travelingToLocation: z.string(),
    travelingToWorld: z.string(),
    userIcon: z.string(),
    username: z.string().optional().meta({ deprecated: true }),
    worldId: WorldID,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

/** A person as a search lists them. */
export const LimitedUserSearch = z
  .object({
    bannerColor: z.string().optional(),
    bannerType: z.string(),
    bannerUrl: z.string(),
    bio: z.string(),
    bioLinks: z.array(z.string()),
    currentAvatarImageUrl: CurrentAvatarImageUrl,
    currentAvatarTags: z.array(Tag),
    currentAvatarThumbnailImageUrl: CurrentAvatarThumbnailImageUrl,
    developerType: DeveloperType,
    displayName: z.string(),
    iconFrame: z.string().optional(),
    iconUrl: z.string().optional(),
    id: UserID,
    isFriend: z.boolean(),
    last_platform: Platform,
    nameplateEffect: z.string().optional(),
    profileEffect: z.string().optional(),
    profilePicOverride: z.string(),
    pronouns: z.string(),
    status: UserStatus,
    statusDescription: z.string(),
    tags: z.array(Tag),
    userIcon: z.string(),
  })
  .meta({ id: 'LimitedUserSearch' })
export type LimitedUserSearch = z.output<typeof LimitedUserSearch>
