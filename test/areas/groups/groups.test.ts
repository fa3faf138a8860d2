import { beforeEach, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { aGroup, aGroupRequest, aShortCode, aSubscriber } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let owner: TestUser
beforeEach(async () => {
  owner = await aSubscriber(app)
})

describe('createGroup', () => {
  it('creates a group with the roles of the template, owned by the viewer, who is its first member', async () => {
    const body = aGroupRequest({ name: '  The Lighthouse ', shortCode: 'light', description: 'At the sea.' })
    const group = await owner.api.call('createGroup', { body })
    expect(group).toMatchObject({
      id: expect.stringMatching(/^grp_/),
      name: 'The Lighthouse',
      shortCode: 'LIGHT',
      discriminator: expect.stringMatching(/^\d{4}$/),
      description: 'At the sea.',
      ownerId: owner.id,
      memberCount: 1,
      joinState: 'open',
      privacy: 'default',
      membershipStatus: 'member',
      isVerified: false,
      galleries: [],
      iconId: null,
    })
    expect(group.roles).toBeUndefined()
    expect(group.myMember).toMatchObject({ permissions: ['*'], userId: owner.id, membershipStatus: 'member' })
    const roles = await owner.api.call('getGroupRoles', { groupId: group.id ?? '' })
    expect(roles.map(({ name, order }) => [name, order])).toEqual([
      ['Group Owner', 0],
      ['Member', 1],
      ['Everyone', 99_999_997],
    ])
    expect(group.myMember?.roleIds).toEqual(roles.slice(0, 2).map(({ id }) => id))
  })

  it('needs a subscription', async () => {
    const person = await aUser(app)
    expect(await person.api.try('createGroup', { body: aGroupRequest() })).toMatchObject(
      refusal(403, 'You need a subscription to create a group.'),
    )
  })
})

describe('a short code', () => {
  it('is refused when groups had all of its numbers', async () => {
    const shortCode = aShortCode()
    await app.scope().db.$executeRaw`
      INSERT INTO "GroupCode" ("shortCode", discriminator, "groupId")
      SELECT ${shortCode}, lpad(n::text, 4, '0'), 'grp_of_the_past' FROM generate_series(0, 9999) AS n WHERE n <> 77`
    const last = await owner.api.call('createGroup', { body: aGroupRequest({ shortCode }) })
    expect(last).toMatchObject({ shortCode, discriminator: '0077' })
    expect(await owner.api.try('createGroup', { body: aGroupRequest({ shortCode }) })).toMatchObject(
      refusal(400, 'shortCode is taken'),
    )
  })
})

describe('leaveGroup', () => {
  it('ends a membership and keeps its id for the next one', async () => {
    const group = await aGroup(app, {}, owner)
    const member = await aUser(app)
    const first = await member.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    expect(first).toMatchObject({ membershipStatus: 'member', userId: member.id })
    await member.api.call('leaveGroup', { groupId: group.id })
    const left = await member.api.call('getGroup', { groupId: group.id, query: {} })
    expect(left).toMatchObject({ membershipStatus: 'inactive', memberCount: 1 })
    const second = await member.api.call('joinGroup', { groupId: group.id, query: {}, body: {} })
    expect(second.id).toBe(first.id)
  })

  it('is refused to the owner', async () => {
    const group = await aGroup(app, {}, owner)
    expect(await owner.api.try('leaveGroup', { groupId: group.id })).toMatchObject(
      refusal(403, "The owner can't leave the group."),
    )
  })
})
