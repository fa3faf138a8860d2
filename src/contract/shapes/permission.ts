import { z } from 'zod'
import { BadgeID, PermissionID, Tag, UserID } from './scalars.ts'

/** Limits, tags and badges that a permission grants. */
export const PermissionData = z.object({
  badges: z.array(BadgeID).optional(),
  max: z.int().optional(),
  maxFavoriteGroups: z.record(z.string(), z.int()).optional(),
  maxFavoritesPerGroup: z.record(z.string(), z.int()).optional(),
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
