import { z } from 'zod'
import { AvatarId, UserId } from './ids.ts'
import { del, get, post, put } from './operation.ts'
import { Success } from './shapes/error.ts'
import {
  AvatarModeration,
  AvatarModerationCreated,
  AvatarModerationType,
  CreateAvatarModerationRequest,
  ModerateUserRequest,
  OkStatus2,
  PlayerModeration,
  PlayerModerationType,
} from './shapes/moderation.ts'

export const moderation = {
  getPlayerModerations: get('/auth/user/playermoderations', {
    summary: 'Lists the own player moderations, the latest first: all of them where no type is named.',
    query: z.object({
      // Clients that name none expect all, whatever the documented default says.
      type: PlayerModerationType.optional().meta({ default: 'unmute' }),
      sourceUserId: z.string().optional(),
      targetUserId: UserId.optional(),
    }),
    result: z.array(PlayerModeration),
  }),
  moderateUser: post('/auth/user/playermoderations', {
    summary: 'Blocks or mutes a person, or the like, in place of the opposite.',
    body: ModerateUserRequest,
    result: PlayerModeration,
  }),
  clearAllPlayerModerations: del('/auth/user/playermoderations', {
    summary: 'Takes all own player moderations back.',
    result: Success,
  }),
  unmoderateUser: put('/auth/user/unplayermoderate', {
    summary: 'Takes a player moderation back, whether or not it stands.',
    body: ModerateUserRequest,
    result: Success,
  }),
  getGlobalAvatarModerations: get('/auth/user/avatarmoderations', {
    summary: 'Lists the avatars that the viewer wants to see on nobody, the latest first.',
    result: z.array(AvatarModeration),
  }),
  createGlobalAvatarModeration: post('/auth/user/avatarmoderations', {
    summary: 'Has an avatar be seen on nobody.',
    body: CreateAvatarModerationRequest,
    result: AvatarModerationCreated,
  }),
  deleteGlobalAvatarModeration: del('/auth/user/avatarmoderations', {
    summary: 'Has an avatar be seen again, whether or not it was kept from being so.',
    query: z.object({ targetAvatarId: AvatarId, avatarModerationType: AvatarModerationType }),
    result: OkStatus2,
  }),
}
