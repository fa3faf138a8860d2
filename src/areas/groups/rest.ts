import { contentRest } from './rest/content.ts'
import { groupRecordsRest } from './rest/groups.ts'
import { membershipsRest } from './rest/memberships.ts'
import { rolesRest } from './rest/roles.ts'
import { userGroupsRest } from './rest/users.ts'

export const groupsRest = { ...groupRecordsRest, ...membershipsRest, ...rolesRest, ...contentRest, ...userGroupsRest }
