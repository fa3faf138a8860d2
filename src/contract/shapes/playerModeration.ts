import { z } from 'zod'
import { subjectId } from '../ids.ts'
import { describeRef } from './requestFields.ts'
import { AvatarID, DateTime, PlayerModerationID, UserID } from './scalars.ts'

export const PlayerModerationType = z
  .enum(['block', 'hideAvatar', 'interactOff', 'interactOn', 'mute', 'muteChat', 'showAvatar', 'unmute', 'unmuteChat'])
  .meta({ id: 'PlayerModerationType' })
export type PlayerModerationType = z.output<typeof PlayerModerationType>

export const PlayerModeration = z
  .object({
    created: DateTime,
    id: PlayerModerationID,
    sourceDisplayName: z.string().min(1),
    sourceUserId: UserID,
    targetDisplayName: z.string().min(1),
    targetUserId: UserID,
    type: PlayerModerationType,
  })
  .meta({ id: 'PlayerModeration' })
export type PlayerModeration = z.output<typeof PlayerModeration>

export const ModerateUserRequest = z
  .object({
    moderated: subjectId('user').describe('Person to moderate.'),
    type: describeRef(PlayerModerationType, 'Kind of moderation.'),
  })
  .meta({ id: 'ModerateUserRequest' })

export const AvatarModerationType = z.enum(['block']).meta({ id: 'AvatarModerationType' })

export const AvatarModeration = z
  .object({ avatarModerationType: AvatarModerationType, created: DateTime, targetAvatarId: AvatarID })
  .meta({ id: 'AvatarModeration' })
export type AvatarModeration = z.output<typeof AvatarModeration>

/** Response to the creation of an avatar moderation: `created` is in milliseconds since 1970. */
export const AvatarModerationCreated = z
  .object({ avatarModerationType: AvatarModerationType, created: z.int(), targetAvatarId: AvatarID })
  .meta({ id: 'AvatarModerationCreated' })
export type AvatarModerationCreated = z.output<typeof AvatarModerationCreated>

export const CreateAvatarModerationRequest = z
  .object({
    avatarModerationType: describeRef(AvatarModerationType, 'Kind of moderation.'),
    targetAvatarId: subjectId('avatar').describe('Avatar to moderate.'),
  })
  .meta({ id: 'CreateAvatarModerationRequest' })

export const OkStatus2 = z.object({ OK: z.string() }).meta({ id: 'OkStatus2' })
