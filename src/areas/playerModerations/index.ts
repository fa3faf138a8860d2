import { playerModerations } from '../../contract/playerModerations.ts'
import { defineArea } from '../area.ts'
import { moderationRest } from './rest.ts'
import './graph/playerModeration.ts'
import './graph/playerModerationMutations.ts'
import './graph/blockedAvatar.ts'

export const playerModerationsArea = defineArea({
  tag: 'Player moderation',
  contract: playerModerations,
  rest: moderationRest,
  nodeTypes: { playerModeration: 'PlayerModeration', blockedAvatar: 'BlockedAvatar' },
  accountErasure: {
    place: 30,
    /** Deletes also other people's moderations of the person. */
    async erase({ db }, userId) {
      await db.playerModeration.deleteMany({ where: { OR: [{ sourceUserId: userId }, { targetUserId: userId }] } })
      await db.globalAvatarModeration.deleteMany({ where: { userId } })
    },
  },
})
