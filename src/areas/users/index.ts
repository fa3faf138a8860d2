import { users } from '../../contract/users.ts'
import { defineArea } from '../area.ts'
import { usersRest } from './rest.ts'
import './graph/user.ts'
import './graph/userLists.ts'
import './graph/account.ts'
import './graph/accountDetails.ts'
import './graph/accountMutations.ts'
import './graph/profileMutations.ts'
import './graph/note.ts'
import './graph/auditLog.ts'
import './graph/badge.ts'
import './graph/badgeMutations.ts'
import './graph/staff.ts'
import './graph/viewer.ts'
import './graph/userChange.ts'
import './graph/ownListChange.ts'
import './graph/whereabouts.ts'
import { personalData } from './personalData.ts'

export const usersArea = defineArea({
  tag: 'Users',
  contract: users,
  rest: usersRest,
  personalData,
  nodeTypes: {
    user: 'User',
    userNote: 'UserNote',
    badge: 'Badge',
    userBadge: 'UserBadge',
    pastDisplayName: 'PastDisplayName',
    auditEntry: 'AuditEntry',
  },
})
