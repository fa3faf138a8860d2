import { z } from 'zod'
import { UserId } from '../ids.ts'
import { CurrentAvatarThumbnailImageUrl, DateTime, Tag, UserID, UserNoteID } from './scalars.ts'

const NOTE_LENGTH = 1_000

/** What one person keeps in writing about another. `targetUser.id` is the other person's id, whatever its type says. */
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
    note: z.string().max(NOTE_LENGTH, `note must have at most ${NOTE_LENGTH} characters`),
    targetUserId: UserId,
  })
  .meta({ id: 'UpdateUserNoteRequest' })
