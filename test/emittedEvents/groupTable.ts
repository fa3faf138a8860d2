const NOTHING: readonly string[] = []
/** An entry of its log besides, which its managers see. */
const CHANGED = ['group.changed group', 'group.moderated group']
const CHANGED_WITHOUT_ENTRY = ['group.changed group']
const CHANGED_OF_ADA = ['group.changed group of ada', 'group.moderated group of ada']
const INSTANCES_OF_ADA = ['group.moderated group of ada', 'groupInstances.changed group of ada']
/** Its managers hear of the changed list of people, and of the entry of the log. */
const moderated = (group: string) => [`group.moderated ${group}`, `group.moderated ${group}`]
const member = (person: string, group = 'group') => `groupMember.changed ${person} groupId=${group}`
const joined = (person: string, group = 'group') => [
  member(person, group),
  `groupMember.joined ${person} groupId=${group}`,
]
const left = (person: string, group = 'group') => [member(person, group), `groupMember.left ${person} groupId=${group}`]
const role = (id: string) => ['group.moderated group', `group.roleChanged group roleId=${id}`]

/** The events of operations of groups, in the form of `restEvents`. */
export const groupEvents: Readonly<Record<string, readonly string[]>> = {
  createGroup: [...moderated('a grp'), ...joined('owner', 'a grp')],
  updateGroup: CHANGED,
  'updateGroup, nothing': NOTHING,
  // A job tells the members.
  deleteGroup: ['group.changed goneGroup', 'group.deleted goneGroup'],
  initiateOrAcceptGroupTransfer: ['feed.appended bob', ...CHANGED_OF_ADA],
  'initiateOrAcceptGroupTransfer, accepting': [
    'feed.appended ada',
    'feed.appended bob',
    ...CHANGED_OF_ADA,
    member('ada', 'group of ada'),
    member('bob', 'group of ada'),
  ],
  cancelGroupTransfer: ['feed.appended bob', ...CHANGED_OF_ADA],
  'cancelGroupTransfer, declining': ['feed.appended ada', 'feed.appended bob', ...CHANGED_OF_ADA],
  joinGroup: [...moderated('openGroup'), ...joined('a usr', 'openGroup')],
  'joinGroup, asking': ['feed.appended ada', ...moderated('group of ada'), member('bob', 'group of ada')],
  'joinGroup, invited': ['feed.appended bob', ...moderated('group of ada'), ...joined('bob', 'group of ada')],
  leaveGroup: [...moderated('openGroup'), ...left('a usr', 'openGroup')],
  blockGroup: [member('a usr', 'openGroup')],
  'blockGroup, invited': ['feed.appended bob', 'group.moderated group of ada', member('bob', 'group of ada')],
  updateGroupMember: ['group.moderated group'],
  'updateGroupMember, oneself': ['group.membersChanged group of ada', member('bob', 'group of ada')],
  kickGroupMember: [...moderated('group'), ...left('kicked')],
  updateGroupRepresentation: [member('owner')],
  createGroupInvite: ['feed.appended uninvited', ...moderated('group'), member('uninvited')],
  'createGroupInvite, who has asked': [
    'feed.appended ada',
    'feed.appended bob',
    ...moderated('group of ada'),
    ...joined('bob', 'group of ada'),
  ],
  // Neither a declined invite nor a block has an entry in the log.
  declineGroupInvite: ['feed.appended bob', 'group.moderated group of ada', member('bob', 'group of ada')],
  deleteGroupInvite: [...moderated('group'), member('invited')],
  'deleteGroupInvite, with its notification': [
    'feed.appended bob',
    ...moderated('group of ada'),
    member('bob', 'group of ada'),
  ],
  cancelGroupRequest: ['feed.appended ada', ...moderated('group of ada'), member('bob', 'group of ada')],
  respondGroupJoinRequest: ['feed.appended requested', ...moderated('group'), ...joined('requested')],
  'respondGroupJoinRequest, rejecting': [
    'feed.appended ada',
    ...moderated('group of ada'),
    member('bob', 'group of ada'),
  ],
  banGroupMember: [...moderated('group'), member('unbanned')],
  'banGroupMember, a member': [...moderated('group of ada'), ...left('bob', 'group of ada')],
  unbanGroupMember: [...moderated('group'), member('banned')],
  createGroupRole: role('a grol'),
  updateGroupRole: role('role'),
  'updateGroupRole, which Bob holds': [
    'group.moderated group of ada',
    'group.roleChanged group of ada roleId=role of bob',
  ],
  deleteGroupRole: role('goneRole'),
  addGroupMemberRole: ['group.membersChanged group', 'group.moderated group', member('member')],
  removeGroupMemberRole: ['group.membersChanged group', 'group.moderated group', member('member')],
  createGroupAnnouncement: CHANGED,
  'createGroupAnnouncement, notifying': ['feed.appended bob', ...CHANGED_OF_ADA],
  deleteGroupAnnouncement: CHANGED,
  addGroupPost: CHANGED,
  'addGroupPost, notifying': ['feed.appended bob', ...CHANGED_OF_ADA],
  updateGroupPost: CHANGED,
  deleteGroupPost: CHANGED,
  createGroupGallery: CHANGED,
  updateGroupGallery: CHANGED,
  deleteGroupGallery: CHANGED,
  addGroupGalleryImage: CHANGED_WITHOUT_ENTRY,
  deleteGroupGalleryImage: CHANGED_WITHOUT_ENTRY,
  setGroupGalleryFileOrder: ['group.changed group of ada'],
  'createInstance, of a group': [...INSTANCES_OF_ADA, 'instances.changed a wrld'],
  'closeInstance, of a group': [
    ...INSTANCES_OF_ADA,
    'instance.closed ada location=instance of the group',
    'instances.changed a wrld',
  ],
}

/** The events of mutations, in the form of `graphEvents`. */
export const graphGroupEvents: Readonly<Record<string, readonly string[]>> = {
  joinGroup: [...moderated('openGroup'), ...joined('target', 'openGroup')],
  leaveGroup: [...moderated('openGroup'), ...left('target', 'openGroup')],
  blockGroup: [member('target', 'openGroup')],
  verifyGroup: CHANGED_WITHOUT_ENTRY,
  approveGroupGalleryImage: ['group.changed group of ada'],
  renameInstance: ['instances.changed world'],
  'renameInstance, of a group': [...INSTANCES_OF_ADA, 'instances.changed world of ada'],
  leaveInstanceQueue: NOTHING,
  'leaveInstanceQueue, of a full instance': [
    'instanceQueue.left first location=instance of the group',
    'instanceQueue.moved second location=instance of the group position=1 queueSize=1',
    'instances.changed world of ada',
  ],
  announceInGroupInstance: ['feed.appended bob', 'group.moderated group of ada'],
  kickFromGroupInstance: [...INSTANCES_OF_ADA, 'occupancy.changed world of ada', 'whereabouts.changed bob'],
  warnInGroupInstance: ['feed.appended bob', 'group.moderated group of ada'],
}
