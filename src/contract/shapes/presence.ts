import { z } from 'zod'
import { GroupID, LocationID, Platform, Tag, UserID, WorldID } from './scalars.ts'

export const CurrentUserPresence = z
  .object({
    avatarThumbnail: z.string().nullable(),
    currentAvatarTags: z.array(Tag),
    debugflag: z.string().optional(),
    displayName: z.string(),
    groups: z.array(GroupID).nullable(),
    id: UserID,
    instance: z.string().nullable(),
    instanceType: z.string().nullable(),
    isRejoining: z.string().nullable(),
    platform: Platform.nullable(),
    profilePicOverride: z.string().nullable(),
    status: z.string().nullable(),
    travelingToInstance: z.string().nullable(),
    travelingToWorld: LocationID.nullable(),
    userIcon: z.string().nullable(),
    world: WorldID.nullable(),
  })
  .meta({ id: 'CurrentUserPresence' })
