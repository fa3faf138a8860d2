import { z } from 'zod'
import { UserId } from '../ids.ts'
import { BadgeID, PermissionID, Tag, UserID } from './scalars.ts'

/** Limits, tags and badges that a permission grants. Each kind of permission may have further members, which are told, too. */
export const PermissionData = z.looseObject({
  badges: z.array(BadgeID).optional(),
  max: z.int().optional(),
  maxFavoriteGroups: z.record(z.string(), z.int()).optional(),
  maxFavoritesPerGroup: z.record(z.string(), z.int()).optional(),
  maxGroupsJoined: z.int().optional(),
  maxGroupsOwned: z.int().optional(),
  tags: z.array(Tag).optional(),
})

export const Permission = z
  .object({
    data: PermissionData,
    description: z.string(),
    displayName: z.string(),
    id: PermissionID,
    name: z.string().min(1),
    ownerDisplayName: z.string(),
    ownerId: UserID,
    type: z.string(),
  })
  .meta({ id: 'Permission' })
export type Permission = z.output<typeof Permission>

export const CreatePermissionRequest = z
  .object({
    name: z.string().describe('Unique name: a lower case letter and up to 99 lower case letters, digits and dashes.'),
    ownerId: UserId.optional().describe('Id of the owner; the platform by default.'),
  })
  .meta({ id: 'CreatePermissionRequest' })

export const UpdatePermissionRequest = z
  .object({
    name: z.string().optional().describe('Another name; permissions that clients know by name keep theirs.'),
    ownerId: UserId.optional().describe('Id of another owner.'),
  })
  .meta({ id: 'UpdatePermissionRequest' })
