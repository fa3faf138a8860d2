import { describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../../support/files.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, aMember, type TestGroup } from '../../support/groups.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()

/** The payload of a mutation whose input is written as a literal. */
async function payloadOf({ api }: TestUser, mutation: string, input: string, selection: string): Promise<unknown> {
  const { data, errors } = await aGraphClient(app, api).send(
    `mutation { it: ${mutation}(input: { ${input} }) ${selection} }`,
  )
  if (errors) throw new Error(JSON.stringify(errors))
  return Object(data).it
}

const MEMBER = '{ id status user { id } }'
const inGroup = ({ id }: TestGroup, more = '') => `groupId: "${id}" ${more}`

describe('payloads of mutations of memberships', () => {
  it('carry the membership, and its entries in the lists that it comes to', async () => {
    const group = await aGroup(app, { roleTemplate: 'managedInvite' })
    const person = await aUser(app)
    const upon = inGroup(group, `userId: "${person.id}"`)
    const invited = await payloadOf(
      group.owner,
      'createGroupInvite',
      upon,
      `{ groupMember ${MEMBER} inviteEdge { cursor node ${MEMBER} } groupMemberEdge { cursor } }`,
    )
    const invite = { id: expect.stringMatching(/^gmem_/), status: 'INVITED', user: { id: person.id } }
    const cursor = expect.any(String)
    expect(invited).toEqual({ groupMember: invite, inviteEdge: { cursor, node: invite }, groupMemberEdge: null })
    const joined = await payloadOf(
      person,
      'joinGroup',
      inGroup(group),
      `{ group { id viewerStatus } groupMember ${MEMBER} groupEdge { cursor node { id } } groupMemberEdge { node { id } } }`,
    )
    const id = Object(joined).groupMember.id
    expect(joined).toMatchObject({
      group: { id: group.id, viewerStatus: 'MEMBER' },
      groupMember: { status: 'MEMBER' },
      groupEdge: { cursor, node: { id: group.id } },
      groupMemberEdge: { node: { id } },
    })
    const banned = await payloadOf(
      group.owner,
      'banGroupMember',
      upon,
      `{ deletedGroupMemberId banEdge { node ${MEMBER} } group { memberCount } }`,
    )
    expect(banned).toMatchObject({
      deletedGroupMemberId: id,
      banEdge: { node: { id, status: 'BANNED' } },
      group: { memberCount: 1 },
    })
  })
})

describe('payloads of mutations of roles and content', () => {
  it('carry what was made, and its entry in its list', async () => {
    const group = await aGroup(app)
    const { owner } = group
    const role = await payloadOf(
      owner,
      'createGroupRole',
      inGroup(group, 'name: "Guide", permissions: [MEMBERS_MANAGE]'),
      '{ groupRole { id permissions isManagement } groupRoleEdge { node { id order } } group { roles { totalCount } } }',
    )
    expect(role).toMatchObject({
      groupRole: { permissions: ['MEMBERS_MANAGE'], isManagement: true },
      groupRoleEdge: { node: { order: 1 } },
      group: { roles: { totalCount: 4 } },
    })
    const post = await payloadOf(
      owner,
      'addGroupPost',
      inGroup(group, 'title: "News", text: "Text", visibility: GROUP'),
      '{ groupPost { id title } groupPostEdge { node { id } } }',
    )
    const { id: postId } = Object(post).groupPost
    const changed = await payloadOf(
      owner,
      'updateGroupPost',
      `postId: "${postId}", title: "Old news"`,
      '{ groupPost { id title text visibility editor { id } } }',
    )
    expect(changed).toEqual({
      groupPost: { id: postId, title: 'Old news', text: 'Text', visibility: 'GROUP', editor: { id: owner.id } },
    })
    expect(await payloadOf(owner, 'deleteGroupPost', `postId: "${postId}"`, '{ deletedGroupPostId }')).toEqual({
      deletedGroupPostId: postId,
    })
  })

  it('show a submitted image to its submitter and managers until it is approved', async () => {
    const group = await aGroup(app)
    const [member, other] = [await aMember(app, group), await aMember(app, group)]
    const { db } = app.scope()
    const { id: roleId } = await db.groupRole.findFirstOrThrow({ where: { groupId: group.id, kind: 'everyone' } })
    const made = await payloadOf(
      group.owner,
      'createGroupGallery',
      inGroup(group, `name: "Views", roleIdsToSubmit: ["${roleId}"]`),
      '{ groupGallery { id roleIdsToView } }',
    )
    const { id: galleryId, roleIdsToView } = Object(made).groupGallery
    expect(roleIdsToView).toBeNull()
    const { id: fileId } = await anUploadedFile(app, member, await anImage(), IMAGE_FILE)
    const submitted = await payloadOf(
      member,
      'addGroupGalleryImage',
      `galleryId: "${galleryId}", fileId: "${fileId}"`,
      '{ groupGalleryImage { id thumbnailUrl isApproved viewerCanApprove viewerCanDelete } }',
    )
    const { id: imageId, thumbnailUrl, ...state } = Object(submitted).groupGalleryImage
    expect(thumbnailUrl).toMatch(new RegExp(`/image/${fileId}/1/256$`))
    expect(state).toEqual({ isApproved: false, viewerCanApprove: false, viewerCanDelete: true })
    const imagesFor = async ({ api }: TestUser) => {
      const { data } = await aGraphClient(app, api).send(
        `{ node(id: "${galleryId}") { ... on GroupGallery { images { nodes { id } } } } }`,
      )
      return Object(data).node.images.nodes.length
    }
    expect([await imagesFor(member), await imagesFor(other), await imagesFor(group.owner)]).toEqual([1, 0, 1])
    const approved = await payloadOf(
      group.owner,
      'approveGroupGalleryImage',
      `imageId: "${imageId}"`,
      '{ groupGalleryImage { isApproved approvedBy { id } } groupGalleryImageEdge { cursor } }',
    )
    expect(approved).toMatchObject({ groupGalleryImage: { isApproved: true, approvedBy: { id: group.owner.id } } })
    expect(await imagesFor(other)).toBe(1)
  })
})
