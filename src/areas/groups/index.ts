import { groups } from '../../contract/groups.ts'
import { defineArea } from '../area.ts'
import { eraseGroupMemberships } from './accountErasure.ts'
import { deleteOldGroupAuditEntries } from './auditLog/queries.ts'
import { ANNOUNCEMENT_DELIVERIES, deliverGroupNotifications } from './content/announcementDelivery.ts'
import { DELIVERY_JOB, deleteOldDeliveries } from './content/deliveries.ts'
import { groupEvents } from './events.ts'
import { groupFrames } from './frames.ts'
import { REMOVE_DELETED_GROUPS, removeDeletedGroups } from './group/delete.ts'
import { endLapsedInvites } from './membership/invites.ts'
import { countOnlineMembers } from './membership/members.ts'
import { announcementResponder, inviteResponder, requestResponder, transferResponder } from './responders.ts'
import { groupsRest } from './rest.ts'
import './graph/group.ts'
import './graph/rights.ts'
import './graph/role.ts'
import './graph/member.ts'
import './graph/memberLists.ts'
import './graph/auditLog.ts'
import './graph/post.ts'
import './graph/announcement.ts'
import './graph/gallery.ts'
import './graph/galleryImage.ts'
import './graph/search.ts'
import './graph/userGroups.ts'
import './graph/groupMutations.ts'
import './graph/membershipMutations.ts'
import './graph/roleMutations.ts'
import './graph/postMutations.ts'
import './graph/galleryMutations.ts'
import './graph/subscriptions.ts'
import { personalData } from './personalData.ts'

export const groupsArea = defineArea({
  tag: 'Groups',
  contract: groups,
  rest: groupsRest,
  personalData,
  events: groupEvents,
  frames: groupFrames,
  jobs: [
    // An act that notifies many members also requests this job at once.
    { ...DELIVERY_JOB, name: ANNOUNCEMENT_DELIVERIES.job, run: deliverGroupNotifications },
    // Deleting a group also requests this job at once.
    { name: REMOVE_DELETED_GROUPS, schedule: '* * * * *', run: removeDeletedGroups },
    { name: 'end-lapsed-group-invites', schedule: '20 * * * *', run: endLapsedInvites },
    { name: 'count-online-group-members', schedule: '* * * * *', run: countOnlineMembers },
    { name: 'purge-group-deliveries', schedule: '40 3 * * *', run: deleteOldDeliveries },
    { name: 'purge-group-audit-logs', schedule: '50 3 * * *', run: deleteOldGroupAuditEntries },
  ],
  accountErasure: { place: 35, erase: eraseGroupMemberships },
  responders: {
    'group.announcement': announcementResponder,
    'group.invite': inviteResponder,
    'group.joinRequest': requestResponder,
    'group.transfer': transferResponder,
  },
  nodeTypes: {
    group: 'Group',
    groupRole: 'GroupRole',
    groupMember: 'GroupMember',
    groupAuditEntry: 'GroupAuditEntry',
    groupPost: 'GroupPost',
    groupAnnouncement: 'GroupAnnouncement',
    groupGallery: 'GroupGallery',
    groupGalleryImage: 'GroupGalleryImage',
  },
})
