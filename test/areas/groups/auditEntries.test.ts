import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../../support/files.ts'
import { aGroup, aGroupRequest, aSubscriber, giveRole, type TestGroup } from '../../support/groups.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let owner: TestUser
let group: TestGroup
let member: TestUser
let roleId: string

beforeAll(async () => {
  owner = await aSubscriber(app)
  group = await aGroup(app, { joinState: 'request', roleTemplate: 'default' }, owner)
  member = await admitted()
  roleId = await giveRole(app, group, member, { permissions: [] })
})

/** A person who has asked to join the group. */
async function anApplicant(): Promise<TestUser> {
  const person = await aUser(app)
  await person.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
  return person
}

/** A person who has asked to join the group and was accepted. */
async function admitted(): Promise<TestUser> {
  const person = await anApplicant()
  await answer(person, { action: 'accept' })
  return person
}

const answer = ({ id: userId }: TestUser, body: { action: 'accept' | 'reject'; block?: boolean }) =>
  owner.api.call('respondGroupJoinRequest', { groupId: group.id, userId, body })

const entries = () => app.scope().db.groupAuditEntry.findMany({ where: { groupId: group.id }, orderBy: { id: 'asc' } })

/** The entries that an act has appended. */
async function appendedBy(act: () => Promise<unknown>) {
  const before = new Set((await entries()).map(({ id }) => id))
  await act()
  return (await entries()).filter(({ id }) => !before.has(id))
}

/** Expects that an act appends one entry with these members. */
async function expectEntry(act: () => Promise<unknown>, entry: object) {
  const appended = await appendedBy(act)
  expect(appended).toHaveLength(1)
  expect(appended[0]).toMatchObject(entry)
}

/** Names of people as descriptions have them. */
const nameOf = ({ username }: TestUser) => username

/** The input of an operation upon the group. */
function call(): { groupId: string }
function call<I extends object>(input: I): I & { groupId: string }
function call(input: object = {}) {
  return { groupId: group.id, ...input }
}

describe('the audit log of a group', () => {
  it('begins with its creation', async () => {
    const body = aGroupRequest({ name: 'The Mill' })
    const created = await owner.api.call('createGroup', { body })
    const [first, ...rest] = await app.scope().db.groupAuditEntry.findMany({ where: { groupId: created.id ?? '' } })
    expect(rest).toEqual([])
    expect(first).toMatchObject({
      eventType: 'group.create',
      targetId: created.id,
      actorId: owner.id,
      description: `Group The Mill created by ${nameOf(owner)}.`,
    })
  })

  it('has an entry for each change of the group, with what has changed', async () => {
    await expectEntry(() => owner.api.call('updateGroup', call({ body: { description: 'By the river' } })), {
      eventType: 'group.update',
      targetId: group.id,
      description: expect.stringMatching(new RegExp(`^Group .* updated by ${nameOf(owner)}\\.$`)),
      data: { description: { old: '', new: 'By the river' } },
    })
  })

  it('has an entry for each step of a membership', async () => {
    const person = await aUser(app)
    const { id: userId } = person
    const join = () => person.api.call('joinGroup', call({ query: {}, body: {} }))
    const name = nameOf(person)
    const by = nameOf(owner)
    await expectEntry(join, {
      eventType: 'group.request.create',
      targetId: userId,
      actorId: userId,
      description: `User ${name} requested to join the group.`,
    })
    await expectEntry(() => person.api.call('cancelGroupRequest', call()), {
      eventType: 'group.request.withdraw',
      targetId: userId,
    })
    await expectEntry(() => owner.api.call('createGroupInvite', call({ body: { userId } })), {
      eventType: 'group.invite.create',
      description: `User ${name} has been invited to the group by ${by}.`,
    })
    await expectEntry(() => owner.api.call('deleteGroupInvite', call({ userId })), {
      eventType: 'group.invite.cancel',
      description: `User ${name} has been uninvited from the group by ${by}.`,
    })
    await owner.api.call('createGroupInvite', call({ body: { userId } }))
    await expectEntry(join, { eventType: 'group.member.join', description: `User ${name} has joined the group.` })
    await expectEntry(() => person.api.call('leaveGroup', call()), {
      eventType: 'group.member.leave',
      description: `User ${name} has left the group.`,
    })
    await join()
    await expectEntry(() => answer(person, { action: 'accept' }), {
      eventType: 'group.member.join',
      targetId: userId,
      actorId: owner.id,
      description: `User ${name} has been added to the group by ${by}.`,
    })
    await expectEntry(() => owner.api.call('kickGroupMember', call({ userId })), {
      eventType: 'group.member.remove',
      description: `User ${name} has been removed from the group by ${by}.`,
    })
    await expectEntry(() => owner.api.call('banGroupMember', call({ body: { userId } })), {
      eventType: 'group.user.ban',
      description: `User ${name} was banned by ${by}.`,
    })
    await expectEntry(() => owner.api.call('unbanGroupMember', call({ userId })), {
      eventType: 'group.user.unban',
      description: `User ${name} was unbanned by ${by}.`,
    })
  })

  it('has an entry for a rejected and for a blocked request', async () => {
    const [one, other] = [await anApplicant(), await anApplicant()]
    await expectEntry(() => answer(one, { action: 'reject' }), {
      eventType: 'group.request.reject',
      targetId: one.id,
      description: `Member ${nameOf(owner)} has rejected ${nameOf(one)}'s join request.`,
    })
    await expectEntry(() => answer(other, { action: 'reject', block: true }), {
      eventType: 'group.request.block',
      targetId: other.id,
    })
  })

  it('has an entry for each change of roles and for notes', async () => {
    const { id: userId } = member
    const made = await appendedBy(() => owner.api.call('createGroupRole', call({ body: { name: 'Guide' } })))
    expect(made).toMatchObject([{ eventType: 'group.role.create', targetId: expect.stringMatching(/^grol_/) }])
    const groupRoleId = made[0]?.targetId ?? ''
    await expectEntry(() => owner.api.call('updateGroupRole', call({ groupRoleId, body: { name: 'Scout' } })), {
      eventType: 'group.role.update',
      targetId: groupRoleId,
      data: { name: { old: 'Guide', new: 'Scout' } },
    })
    const upon = call({ userId, groupRoleId })
    await expectEntry(() => owner.api.call('addGroupMemberRole', upon), {
      eventType: 'group.member.role.assign',
      targetId: userId,
      data: { roleId: groupRoleId, roleName: 'Scout' },
      description: `${nameOf(owner)} assigned the role "Scout" to ${nameOf(member)}`,
    })
    expect(await appendedBy(() => owner.api.call('addGroupMemberRole', upon))).toEqual([])
    await expectEntry(() => owner.api.call('removeGroupMemberRole', upon), {
      eventType: 'group.member.role.unassign',
      description: `${nameOf(owner)} unassigned the role "Scout" from ${nameOf(member)}`,
    })
    await expectEntry(() => owner.api.call('deleteGroupRole', call({ groupRoleId })), {
      eventType: 'group.role.delete',
      targetId: groupRoleId,
    })
    await expectEntry(() => owner.api.call('updateGroupMember', call({ userId, body: { managerNotes: 'Kind' } })), {
      eventType: 'group.member.user.update',
      targetId: userId,
    })
    expect(
      await appendedBy(() => member.api.call('updateGroupMember', call({ userId, body: { visibility: 'friends' } }))),
    ).toEqual([])
  })

  it('has an entry for the announcement, for posts and for galleries', async () => {
    await expectEntry(
      () => owner.api.call('createGroupAnnouncement', call({ body: { title: 'Hello', text: 'All' } })),
      {
        eventType: 'group.announcement',
        targetId: expect.stringMatching(/^gpos_/),
        data: { authorId: owner.id, title: 'Hello', text: 'All', imageId: null, sendNotification: false },
      },
    )
    const body = { title: 'News', text: 'Much', visibility: 'group' as const }
    const posted = await appendedBy(() => owner.api.call('addGroupPost', call({ body })))
    expect(posted).toMatchObject([
      { eventType: 'group.post.create', description: `Group post created by ${nameOf(owner)}` },
    ])
    const notificationId = posted[0]?.targetId ?? ''
    await expectEntry(
      () => owner.api.call('updateGroupPost', call({ notificationId, body: { ...body, text: 'More' } })),
      {
        eventType: 'group.post.update',
        targetId: notificationId,
      },
    )
    await expectEntry(() => owner.api.call('deleteGroupPost', call({ notificationId })), {
      eventType: 'group.post.delete',
    })
    const made = await appendedBy(() => owner.api.call('createGroupGallery', call({ body: { name: 'Views' } })))
    expect(made).toMatchObject([{ eventType: 'group.gallery.create', targetId: expect.stringMatching(/^ggal_/) }])
    const groupGalleryId = made[0]?.targetId ?? ''
    await expectEntry(() => owner.api.call('updateGroupGallery', call({ groupGalleryId, body: { name: 'Sights' } })), {
      eventType: 'group.gallery.update',
      data: { name: { old: 'Views', new: 'Sights' } },
    })
    await expectEntry(() => owner.api.call('deleteGroupGallery', call({ groupGalleryId })), {
      eventType: 'group.gallery.delete',
    })
  })

  it('has no entry for a refused act', async () => {
    const stranger = await aUser(app)
    const { id: userId } = stranger
    const { id: image } = await anUploadedFile(app, stranger, await anImage(), IMAGE_FILE)
    const refused = [
      () => stranger.api.try('updateGroup', call({ body: { description: 'Mine' } })),
      () => owner.api.try('updateGroup', call({ body: { name: 'x' } })),
      () => stranger.api.try('leaveGroup', call()),
      () => stranger.api.try('cancelGroupRequest', call()),
      () => owner.api.try('kickGroupMember', call({ userId })),
      () => owner.api.try('unbanGroupMember', call({ userId })),
      () => owner.api.try('deleteGroupInvite', call({ userId })),
      () => member.api.try('banGroupMember', call({ body: { userId } })),
      () => member.api.try('createGroupInvite', call({ body: { userId } })),
      () => owner.api.try('createGroupInvite', call({ body: { userId: member.id } })),
      () => member.api.try('createGroupRole', call({ body: {} })),
      () => owner.api.try('createGroupRole', call({ body: { permissions: ['*' as const] } })),
      () => member.api.try('addGroupMemberRole', call({ userId: member.id, groupRoleId: roleId })),
      () => member.api.try('addGroupPost', call({ body: { title: 'T', text: 'T', visibility: 'group' } })),
      () =>
        owner.api.try('addGroupPost', call({ body: { title: 'T', text: 'T', visibility: 'group', imageId: image } })),
      () => member.api.try('createGroupGallery', call({ body: { name: 'Mine' } })),
      () => member.api.try('deleteGroup', call()),
      () => member.api.try('initiateOrAcceptGroupTransfer', call({ body: {} })),
    ]
    for (const act of refused) {
      const appended = await appendedBy(async () => expect((await act()).status).toBeGreaterThanOrEqual(400))
      expect(appended).toEqual([])
    }
  })

  it('cannot be changed, even past the operations', async () => {
    const [entry] = await entries()
    const { db } = app.scope()
    const where = { id: entry?.id ?? '' }
    await expect(db.groupAuditEntry.update({ where, data: { description: 'Forged' } })).rejects.toThrow()
    await expect(db.groupAuditEntry.delete({ where })).rejects.toThrow()
  })
})
