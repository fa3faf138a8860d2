import { playerModerations } from '../../contract/playerModerations.ts'
import { trusted } from '../../kernel/ids.ts'
import { ownListChanged } from '../accounts/events.ts'
import { defineArea } from '../area.ts'
import { moderationRest } from './rest.ts'
import './graph/playerModeration.ts'
import './graph/playerModerationMutations.ts'
import './graph/blockedAvatar.ts'
import { personalData } from './personalData.ts'

export const playerModerationsArea = defineArea({
  tag: 'Player moderation',
  contract: playerModerations,
  rest: moderationRest,
  personalData,
  nodeTypes: { playerModeration: 'PlayerModeration', blockedAvatar: 'BlockedAvatar' },
  accountErasure: {
    place: 30,
    /** Deletes also other people's moderations of the person, who are told. */
    async erase({ db, emit }, userId) {
      const ofOthers = await db.playerModeration.findMany({
        where: { targetUserId: userId, sourceUserId: { not: userId } },
        select: { sourceUserId: true },
        distinct: ['sourceUserId'],
      })
      await db.playerModeration.deleteMany({ where: { OR: [{ sourceUserId: userId }, { targetUserId: userId }] } })
      await db.globalAvatarModeration.deleteMany({ where: { userId } })
      for (const { sourceUserId } of ofOthers)
        emit(ownListChanged(trusted<'user'>(sourceUserId), { list: 'moderations', targetId: userId }))
    },
  },
})
