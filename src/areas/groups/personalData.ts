import type { DeclaredTables } from '../../kernel/personalData.ts'

const OTHERS = 'Concerns who has done it.'
const MEMBERSHIP = 'The membership is of another person.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  Group: {
    of: ['ownerId'],
    without: { nameKey: 'Derived from the name.', revision: 'Counts changes for caches.' },
    mentions: { transferTargetId: 'An offer of the owner; the person has a notification of it.' },
  },
  GroupCode: { notExported: 'Codes of groups, so that none is used twice.' },
  GroupRole: { notExported: 'Roles of groups; those of the person are in GroupMemberRole.' },
  GroupMember: {
    of: ['userId'],
    without: {
      managerNotes: 'Notes of the managers of a group for each other.',
      invitedById: OTHERS,
      acceptedById: OTHERS,
      revision: 'Counts changes for caches.',
    },
    mentions: { invitedById: MEMBERSHIP, acceptedById: MEMBERSHIP },
  },
  GroupMemberRole: { of: ['userId'] },
  GroupAnnouncement: { of: ['authorId'] },
  GroupPost: { of: ['authorId'], mentions: { editorId: 'The post is of its author.' } },
  GroupWithOnlineMembers: { notExported: 'Groups in which somebody is online, without people.' },
  GroupGallery: { notExported: 'Galleries of groups, without people.' },
  GroupGalleryImage: { of: ['submittedById'], mentions: { approvedById: 'The image is of who has submitted it.' } },
  GroupAuditEntry: {
    of: ['actorId'],
    mentions: { targetId: 'What managers of a group have done is told to them alone; it also names who has acted.' },
  },
  GroupDelivery: { notExported: 'Progress of notifications of groups; those that arrived are in Notification.' },
}
