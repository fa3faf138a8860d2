import { z } from 'zod'
import { AvatarId, UserId } from './ids.ts'
import { del, get, post, put } from './operation.ts'
import {
  AvatarModeration,
  AvatarModerationCreated,
  AvatarModerationType,
  CreateAvatarModerationRequest,
  ModerateUserRequest,
  OkStatus2,
  PlayerModeration,
  PlayerModerationType,
} from './shapes/playerModeration.ts'
import { describeRef } from './shapes/requestFields.ts'
import { Success } from './shapes/response.ts'

export const playerModerations = {
  getPlayerModerations: get('/auth/user/playermoderations', {
    summary: "Lists the caller's player moderations, the latest first.",
    query: z.object({
      // Clients that name no type expect all types, whatever the documented default says.
      type: PlayerModerationType.optional().meta({
        default: 'unmute',
        description: 'Only moderations of this type; all types by default.',
      }),
      sourceUserId: z.string().optional().describe("The caller's own id."),
      targetUserId: UserId.optional().describe('Only moderations of this person.'),
    }),
    result: z.array(PlayerModeration),
  }),
  moderateUser: post('/auth/user/playermoderations', {
    summary: 'Creates a moderation of a person, such as a block; it replaces the opposite one.',
    body: ModerateUserRequest,
    result: PlayerModeration,
  }),
  clearAllPlayerModerations: del('/auth/user/playermoderations', {
    summary: "Removes all of the caller's player moderations.",
    result: Success,
  }),
  unmoderateUser: put('/auth/user/unplayermoderate', {
    summary: 'Removes a player moderation. Succeeds also when there is none.',
    body: ModerateUserRequest,
    result: Success,
  }),
  getGlobalAvatarModerations: get('/auth/user/avatarmoderations', {
    summary: 'Lists the avatars that the caller has blocked, the latest first.',
    result: z.array(AvatarModeration),
  }),
  createGlobalAvatarModeration: post('/auth/user/avatarmoderations', {
    summary: 'Blocks an avatar, regardless of who wears it.',
    body: CreateAvatarModerationRequest,
    result: AvatarModerationCreated,
  }),
  deleteGlobalAvatarModeration: del('/auth/user/avatarmoderations', {
    summary: 'Shows an avatar again. Succeeds also when it was not blocked.',
    query: z.object({
      targetAvatarId: AvatarId.describe('Avatar to show again.'),
      avatarModerationType: describeRef(AvatarModerationType, 'Kind of moderation.'),
    }),
    result: OkStatus2,
  }),
}
