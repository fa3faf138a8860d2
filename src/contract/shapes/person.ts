import { z } from 'zod'
import { BadgeID, DateTime } from './scalars.ts'

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
