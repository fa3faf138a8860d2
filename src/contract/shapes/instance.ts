import { z } from 'zod'
import { WorldId } from '../ids.ts'
import { AgeVerificationStatus, AgeVerified, DeveloperType, UserState, UserStatus } from './person.ts'
import {
  CurrentAvatarImageUrl,
  CurrentAvatarThumbnailImageUrl,
  DateTime,
  InstanceID,
  LocationID,
  Platform,
  Tag,
  UserID,
  WorldID,
} from './scalars.ts'
import { InstanceContentSettings, World } from './world.ts'

export const InstanceType = z.enum(['friends', 'group', 'hidden', 'private', 'public']).meta({ id: 'InstanceType' })
export const InstanceRegion = z.enum(['eu', 'jp', 'unknown', 'us', 'use']).meta({ id: 'InstanceRegion' })
export const GroupAccessType = z.enum(['members', 'plus', 'public']).meta({ id: 'GroupAccessType' })
const Region = z.enum(['eu', 'jp', 'unknown', 'us', 'use', 'usw', 'usx']).meta({ id: 'Region' })
const InstanceOwnerId = z.string().nullable().meta({ id: 'InstanceOwnerId' })
const GroupRoleID = z.string().meta({ id: 'GroupRoleID' })

const count = z.int().min(0)

/** How many people are inside, by their platforms. */
const InstancePlatforms = z
  .object({ android: count, ios: count.optional(), standalonewindows: count })
  .meta({ id: 'InstancePlatforms' })

/** Somebody inside, as the one who made the instance sees them. */
export const LimitedUserInstance = z
  .object({
    ageVerificationStatus: AgeVerificationStatus,
    ageVerified: AgeVerified,
    allowAvatarCopying: z.boolean(),
    bio: z.string().optional(),
    bioLinks: z.array(z.string()).optional(),
    currentAvatarImageUrl: CurrentAvatarImageUrl,
    currentAvatarTags: z.array(Tag),
    currentAvatarThumbnailImageUrl: CurrentAvatarThumbnailImageUrl,
    /** The day alone is told, as everywhere, but as a moment. */
    date_joined: DateTime.nullable(),
    developerType: DeveloperType,
    displayName: z.string(),
    friendKey: z.string(),
    id: UserID,
    imageUrl: z.string().optional(),
    isFriend: z.boolean(),
    last_activity: DateTime.nullable(),
    last_mobile: DateTime.nullable().optional(),
    last_platform: Platform,
    platform: Platform.optional(),
    profilePicOverride: z.string().optional(),
    profilePicOverrideThumbnail: z.string().optional(),
    pronouns: z.string(),
    state: UserState.optional(),
    status: UserStatus,
    statusDescription: z.string(),
    tags: z.array(Tag),
    userIcon: z.string().optional(),
  })
  .meta({ id: 'LimitedUserInstance' })
export type LimitedUserInstance = z.output<typeof LimitedUserInstance>

/** A place where people meet. `id` and `location` are the same; the owner stands in the field of its type too. */
export const Instance = z
  .object({
    active: z.boolean().optional(),
    ageGate: z.boolean().nullable().optional(),
    calendarEntryId: z.string().nullable().optional(),
    canRequestInvite: z.boolean().optional(),
    capacity: count.optional(),
    clientNumber: z.string().min(1).meta({ deprecated: true }),
    closedAt: DateTime.nullable().optional(),
    contentSettings: InstanceContentSettings.optional(),
    creatorId: UserID.optional(),
    displayName: z.string().nullable().optional(),
    friends: UserID.optional(),
    full: z.boolean(),
    gameServerVersion: z.int().nullable().optional(),
    groupAccessType: GroupAccessType.optional(),
    hardClose: z.boolean().nullable().optional(),
    hasCapacityForYou: z.boolean().optional(),
    hidden: UserID.optional(),
    id: InstanceID,
    instanceId: InstanceID,
    instancePersistenceEnabled: z.boolean().nullable().optional(),
    location: LocationID,
    n_users: count,
    name: z.string().min(1),
    nonce: z.string().optional(),
    ownerId: InstanceOwnerId.optional(),
    permanent: z.boolean(),
    photonRegion: Region,
    platforms: InstancePlatforms,
    playerPersistenceEnabled: z.boolean().nullable().optional(),
    private: UserID.optional(),
    queueEnabled: z.boolean(),
    queueSize: count,
    recommendedCapacity: count,
    region: InstanceRegion,
    roleRestricted: z.boolean().optional(),
    secureName: z.string().min(1),
    shortName: z.string().min(1).nullable().optional(),
    strict: z.boolean(),
    tags: z.array(Tag),
    type: InstanceType,
    userCount: count,
    users: z.array(LimitedUserInstance).optional(),
    world: World,
    worldId: WorldID,
  })
  .meta({ id: 'Instance' })
export type Instance = z.output<typeof Instance>

export const InstanceShortNameResponse = z
  .object({ secureName: z.string().min(1), shortName: z.string().min(1).nullable().optional() })
  .meta({ id: 'InstanceShortNameResponse' })

const REGIONS = ['us', 'use', 'eu', 'jp'] as const
const MOST_ROLES = 100

export const CreateInstanceRequest = z
  .object({
    ageGate: z.boolean().optional(),
    calendarEntryId: z.string().max(128, 'calendarEntryId must have at most 128 characters').optional(),
    canRequestInvite: z.boolean().optional(),
    closedAt: DateTime.optional(),
    contentSettings: InstanceContentSettings.optional(),
    displayName: z.string().max(64, 'displayName must have at most 64 characters').nullable().optional(),
    groupAccessType: GroupAccessType.optional(),
    hardClose: z.boolean().optional(),
    instancePersistenceEnabled: z.boolean().nullable().optional(),
    inviteOnly: z.boolean().optional(),
    ownerId: InstanceOwnerId.optional(),
    playerPersistenceEnabled: z.boolean().nullable().optional(),
    queueEnabled: z.boolean().optional(),
    /** Whoever does not know one is given the usual one. */
    region: z
      .enum([...REGIONS, 'unknown'], { error: `region must be one of ${REGIONS.join(', ')}` })
      .default('us')
      .transform((region) => (region === 'unknown' ? 'us' : region))
      .meta({ type: 'string', enum: [...REGIONS, 'unknown'], default: 'us' }),
    roleIds: z.array(GroupRoleID.max(128)).max(MOST_ROLES, `roleIds must be at most ${MOST_ROLES}`).optional(),
    type: InstanceType,
    worldId: WorldId,
  })
  .meta({ id: 'CreateInstanceRequest' })
