import { z } from 'zod'
import { subjectId } from '../ids.ts'
import { textUpTo } from './requestFields.ts'
import {
  BadgeID,
  CurrentAvatarImageUrl,
  CurrentAvatarThumbnailImageUrl,
  DateOnly,
  DateTime,
  InstanceID,
  LocationID,
  Platform,
  Tag,
  UserID,
  UserNoteID,
  WorldID,
} from './scalars.ts'

export const AgeVerificationStatus = z.enum(['18+', 'hidden', 'verified']).meta({ id: 'AgeVerificationStatus' })
export const AgeVerified = z.boolean().meta({ id: 'AgeVerified' })
export const DeveloperType = z.enum(['internal', 'moderator', 'none', 'trusted']).meta({ id: 'DeveloperType' })
export const UserStatus = z.enum(['active', 'ask me', 'busy', 'join me', 'offline']).meta({ id: 'UserStatus' })
export const UserState = z.enum(['active', 'offline', 'online']).meta({ id: 'UserState' })

export const Badge = z
  .object({
    assignedAt: DateTime.nullable(),
    badgeDescription: z.string(),
    badgeId: BadgeID,
    badgeImageUrl: z.string(),
    badgeName: z.string(),
    hidden: z.boolean().nullable(),
    isQuantifiable: z.boolean().optional(),
    showcased: z.boolean(),
    updatedAt: DateTime.nullable(),
  })
  .meta({ id: 'Badge' })
export type Badge = z.output<typeof Badge>

/** Fields of a person in lists and profiles alike. */
export const userSummary = {
  bio: z.string(),
  bioLinks: z.array(z.string()),
  currentAvatarImageUrl: CurrentAvatarImageUrl,
  currentAvatarTags: z.array(Tag),
  currentAvatarThumbnailImageUrl: CurrentAvatarThumbnailImageUrl,
  developerType: DeveloperType,
  displayName: z.string(),
  id: UserID,
  last_platform: Platform,
  profilePicOverride: z.string(),
  pronouns: z.string(),
  status: UserStatus,
  statusDescription: z.string(),
  tags: z.array(Tag),
  userIcon: z.string(),
}

/** A person's public profile. The username is private, so it is optional and left out. */
export const User = z
  .object({
    ...userSummary,
    ageVerificationStatus: AgeVerificationStatus,
    ageVerified: AgeVerified,
    allowAvatarCopying: z.boolean(),
    badges: z.array(Badge),
    bannerType: z.string(),
    bannerUrl: z.string(),
    bio: z.string().max(512),
    date_joined: DateOnly,
    friendKey: z.string(),
    friendRequestStatus: z.string(),
    iconFrame: z.string().optional(),
    iconUrl: z.string().optional(),
    instanceId: InstanceID,
    isEconomyCreator: z.boolean().optional(),
    isFriend: z.boolean(),
    /** Empty when unknown, like last_login. */
    last_activity: z.string(),
    last_login: z.string(),
    last_mobile: z.string().nullable(),
    location: LocationID,
    nameplateEffect: z.string().optional(),
    note: z.string(),
    platform: z.string(),
    profileEffect: z.string().optional(),
    profilePicOverrideThumbnail: z.string(),
    state: UserState,
    travelingToInstance: z.string(),
    travelingToLocation: z.string(),
    travelingToWorld: z.string(),
    username: z.string().optional().meta({ deprecated: true }),
    worldId: WorldID,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

/** A person in search results. */
export const LimitedUserSearch = z
  .object({
    ...userSummary,
    bannerColor: z.string().optional(),
    bannerType: z.string(),
    bannerUrl: z.string(),
    iconFrame: z.string().optional(),
    iconUrl: z.string().optional(),
    isFriend: z.boolean(),
    nameplateEffect: z.string().optional(),
    profileEffect: z.string().optional(),
  })
  .meta({ id: 'LimitedUserSearch' })
export type LimitedUserSearch = z.output<typeof LimitedUserSearch>

/** A private note about another person. `targetUser.id` is the other person's id, whatever its type says. */
export const UserNote = z
  .object({
    createdAt: DateTime,
    id: UserNoteID,
    note: z.string(),
    targetUser: z.object({
      id: UserNoteID,
      currentAvatarTags: z.array(Tag),
      currentAvatarThumbnailImageUrl: CurrentAvatarThumbnailImageUrl,
      displayName: z.string(),
      profilePicOverride: z.string().nullable(),
      userIcon: z.string(),
    }),
    targetUserId: UserID,
    userId: UserID,
  })
  .meta({ id: 'UserNote' })
export type UserNote = z.output<typeof UserNote>

export const UpdateUserNoteRequest = z
  .object({
    note: textUpTo('note', 1_000).describe('Text of the note; empty for none.'),
    targetUserId: subjectId('user').describe('Person whom the note is about.'),
  })
  .meta({ id: 'UpdateUserNoteRequest' })
