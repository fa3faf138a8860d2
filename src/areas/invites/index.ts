import { invites } from '../../contract/invites.ts'
import { defineArea } from '../area.ts'
import { invitesRest } from './rest.ts'
import './graph/inviteMessage.ts'
import './graph/invite.ts'
import './graph/inviteMutations.ts'
import { personalData } from './personalData.ts'

export const invitesArea = defineArea({
  tag: 'Invites',
  contract: invites,
  rest: invitesRest,
  personalData,
  nodeTypes: { inviteMessage: 'InviteMessage', sentInvite: 'SentInvite' },
  accountErasure: {
    place: 50,
    async erase({ db }, userId) {
      await db.inviteMessage.deleteMany({ where: { userId } })
    },
  },
})
