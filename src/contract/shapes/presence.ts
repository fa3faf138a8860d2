import { z } from 'zod'
import { GroupID, Tag, UserID } from './scalars.ts'

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
    platform: z.string().nullable(),
    profilePicOverride: z.string().nullable(),
    status: z.string().nullable(),
    travelingToInstance: z.string().nullable(),
    travelingToWorld: z.string().nullable(),
    userIcon: z.string().nullable(),
    world: z.string().nullable(),
  })
  .meta({ id: 'CurrentUserPresence' })
export type CurrentUserPresence = z.output<typeof CurrentUserPresence>
