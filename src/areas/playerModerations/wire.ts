import {
  type AvatarModeration,
  type AvatarModerationCreated,
  AvatarModerationType,
  type PlayerModeration,
  PlayerModerationType,
} from '../../contract/shapes/playerModeration.ts'
import type { GlobalAvatarModeration } from '../../generated/prisma/client.ts'
import type { ModerationWithNames } from './playerModerations.ts'

export const moderationWire = (row: ModerationWithNames): PlayerModeration => ({
  created: row.createdAt.toISOString(),
  id: row.id,
  sourceDisplayName: row.source.displayName,
  sourceUserId: row.sourceUserId,
  targetDisplayName: row.target.displayName,
  targetUserId: row.targetUserId,
  type: PlayerModerationType.parse(row.type),
})

export const avatarModerationWire = (row: GlobalAvatarModeration): AvatarModeration => ({
  avatarModerationType: AvatarModerationType.parse(row.type),
  created: row.createdAt.toISOString(),
  targetAvatarId: row.targetAvatarId,
})

/** The answer to the act tells the time otherwise than the list: facts.md 4. */
export const createdAvatarModerationWire = (row: GlobalAvatarModeration): AvatarModerationCreated => ({
  ...avatarModerationWire(row),
  created: row.createdAt.getTime(),
})
