import { z } from 'zod'
import { subjectId } from '../ids.ts'
import { describeRef, textUpTo } from './requestFields.ts'
import { DateTime, GroupRoleID, InstanceID, LocationID, Platform, Tag, UserID, WorldID } from './scalars.ts'
import { AgeVerificationStatus, AgeVerified, UserState, userSummary } from './user.ts'
import { InstanceContentSettings, World } from './world.ts'

const InstanceType = z.enum(['friends', 'group', 'hidden', 'private', 'public']).meta({ id: 'InstanceType' })
const InstanceRegion = z.enum(['eu', 'jp', 'unknown', 'us', 'use']).meta({ id: 'InstanceRegion' })
const GroupAccessType = z.enum(['members', 'plus', 'public']).meta({ id: 'GroupAccessType' })
const Region = z.enum(['eu', 'jp', 'unknown', 'us', 'use', 'usw', 'usx']).meta({ id: 'Region' })
const InstanceOwnerId = z.string().nullable().meta({ id: 'InstanceOwnerId' })

const count = z.int().min(0)

/** Number of occupants by platform. */
const InstancePlatforms = z
  .object({ android: count, ios: count.optional(), standalonewindows: count })
  .meta({ id: 'InstancePlatforms' })

/** An occupant of an instance, which only its creator sees. */
export const LimitedUserInstance = z
  .object({
    ...userSummary,
    ageVerificationStatus: AgeVerificationStatus,
    ageVerified: AgeVerified,
    allowAvatarCopying: z.boolean(),
    bio: z.string().optional(),
    bioLinks: z.array(z.string()).optional(),
    /** The start of the day of registration: the time of day is not published. */
    date_joined: DateTime.nullable(),
    friendKey: z.string(),
    imageUrl: z.string().optional(),
    isFriend: z.boolean(),
    last_activity: DateTime.nullable(),
    last_mobile: DateTime.nullable().optional(),
    platform: Platform.optional(),
    profilePicOverride: z.string().optional(),
    profilePicOverrideThumbnail: z.string().optional(),
    state: UserState.optional(),
    userIcon: z.string().optional(),
  })
  .meta({ id: 'LimitedUserInstance' })
export type LimitedUserInstance = z.output<typeof LimitedUserInstance>

/** An instance of a world. `id` equals `location`; the field named like its type (`friends`, `hidden` …) has the owner's id. */
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

/** The instances of a person's groups at a point in time. */
export const UserGroupInstanceList = z.object({
  fetchedAt: DateTime.optional(),
  instances: z.array(Instance).optional(),
})
export type UserGroupInstanceList = z.output<typeof UserGroupInstanceList>

export const InstanceShortNameResponse = z
  .object({ secureName: z.string().min(1), shortName: z.string().min(1).nullable().optional() })
  .meta({ id: 'InstanceShortNameResponse' })

const REGIONS = ['us', 'use', 'eu', 'jp'] as const
const MAX_ROLES = 100

export const CreateInstanceRequest = z
  .object({
    ageGate: z.boolean().optional().describe('Whether only people with a verified age can enter.'),
    calendarEntryId: textUpTo('calendarEntryId', 128).optional().describe('Calendar entry of the instance.'),
    canRequestInvite: z.boolean().optional().describe('Whether others can request an invite to a private instance.'),
    closedAt: DateTime.optional().describe('Time at which the instance closes.'),
    contentSettings: describeRef(InstanceContentSettings, 'Kinds of content that are allowed.').optional(),
    displayName: textUpTo('displayName', 64).nullable().optional().describe('Display name of the instance.'),
    groupAccessType: describeRef(GroupAccessType, 'Who can enter a group instance.').optional(),
    hardClose: z.boolean().optional().describe('Whether occupants are removed when the instance closes.'),
    instancePersistenceEnabled: z
      .boolean()
      .nullable()
      .optional()
      .describe('Whether the state of the instance is kept.'),
    inviteOnly: z.boolean().optional().describe('Whether a group instance can only be entered by invite.'),
    ownerId: describeRef(InstanceOwnerId, 'Id of the group of a group instance; otherwise the viewer.').optional(),
    playerPersistenceEnabled: z.boolean().nullable().optional().describe('Whether the state of players is kept.'),
    queueEnabled: z.boolean().optional().describe('Whether people can queue for a full instance.'),
    region: z
      .enum([...REGIONS, 'unknown'], { error: `region must be one of ${REGIONS.join(', ')}` })
      .default('us')
      .transform((region) => (region === 'unknown' ? 'us' : region))
      .meta({ type: 'string', enum: [...REGIONS, 'unknown'], default: 'us' })
      .describe('Region of the server; `us` for `unknown` and by default.'),
    roleIds: z
      .array(GroupRoleID.max(128))
      .max(MAX_ROLES, `roleIds must be at most ${MAX_ROLES}`)
      .optional()
      .describe('Group roles that can enter.'),
    type: describeRef(InstanceType, 'Who can enter the instance.'),
    worldId: subjectId('world').describe('Id of the world.'),
  })
  .meta({ id: 'CreateInstanceRequest' })
