import { users } from '../../contract/users.ts'
import { defineArea } from '../area.ts'
import { usersRest } from './rest.ts'
import './graph/user.ts'
import './graph/profile.ts'
import './graph/auditLog.ts'
import './graph/badge.ts'
import './graph/viewer.ts'

export const usersArea = defineArea({
  tag: 'Users',
  contract: users,
  rest: usersRest,
  nodeTypes: { user: 'User', userNote: 'UserNote', badge: 'Badge' },
})
