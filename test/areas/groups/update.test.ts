import { beforeEach, describe, expect, it } from 'vitest'
import { updateGroup } from '../../../src/areas/groups/group/update.ts'
import { DAY } from '../../../src/kernel/clock.ts'
import { Failure } from '../../../src/kernel/failure.ts'
import { sharedClockApp } from '../../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../../support/files.ts'
import { aGroup, aMember, aShortCode, aSubscriber, giveRole, type TestGroup } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
let owner: TestUser
let group: TestGroup
beforeEach(async () => {
  owner = await aSubscriber(app)
  group = await aGroup(app, {}, owner)
})

const update = (body: object, { api } = owner) => api.call('updateGroup', { groupId: group.id, body })
const tryUpdate = (body: object, { api } = owner) => api.try('updateGroup', { groupId: group.id, body })
const entries = () =>
  app.scope().db.groupAuditEntry.findMany({ where: { groupId: group.id, eventType: 'group.update' } })
const picture = async (person: TestUser) => (await anUploadedFile(app, person, await anImage(), IMAGE_FILE)).id

describe('updateGroup', () => {
  it('is refused to outsiders, to members without the right, and for unknown groups', async () => {
    const member = await aMember(app, group)
    expect(await tryUpdate({ name: 'Mine now' }, await aUser(app))).toMatchObject(refusal(403, "You're not a member."))
    expect(await tryUpdate({ name: 'Mine now' }, member)).toMatchObject(refusal(403, "You don't have permission."))
    const groupId = 'grp_01890000-0000-7000-8000-000000000000'
    expect(await owner.api.try('updateGroup', { groupId, body: {} })).toMatchObject(refusal(404, "Can't find group!"))
    expect(await entries()).toEqual([])
  })

  it.each([
    ['name', { name: '  ab  ' }],
    ['name', { name: 'x'.repeat(65) }],
    ['shortCode', { shortCode: 'A-B' }],
    ['description', { description: 'x'.repeat(251) }],
    ['rules', { rules: 'x'.repeat(2_049) }],
    ['languages', { languages: ['xxx'] }],
    ['languages', { languages: ['eng', 'deu', 'fra', 'ita'] }],
    ['links', { links: ['ftp://example.org'] }],
    ['links', { links: ['no address'] }],
    ['tags', { tags: ['Upper'] }],
    ['tags', { tags: ['admin_featured'] }],
    ['tags', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['iconId', { iconId: 'file_01890000-0000-7000-8000-000000000000' }],
  ])('refuses a bad %s and changes nothing', async (field, body) => {
    const before = await owner.api.call('getGroup', { groupId: group.id, query: {} })
    expect(await tryUpdate({ allowGroupJoinPrompt: false, ...body })).toMatchObject(refusal(400, new RegExp(field)))
    expect(await owner.api.call('getGroup', { groupId: group.id, query: {} })).toEqual(before)
    expect(await entries()).toEqual([])
  })

  it('tells all faults together', async () => {
    const change = { name: 'ab', shortCode: '?', tags: ['?'], iconId: await picture(await aUser(app)) }
    const refused = await updateGroup(viewerScopeOf(app, owner), group.id, change).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Failure)
    expect(refused).toMatchObject({
      issues: [{ path: ['name'] }, { path: ['shortCode'] }, { path: ['tags', 0] }, { path: ['iconId'] }],
    })
  })

  it('changes what is given, ignores what the server owns, and shows only the changes in the audit log', async () => {
    const body = {
      name: ' The Mill ',
      description: 'Flour.',
      rules: 'Be kind.',
      languages: ['eng', 'deu', 'eng'],
      links: ['https://example.org/mill'],
      tags: ['mill'],
      joinState: 'request',
      allowGroupJoinPrompt: false,
      privacy: 'private',
      ownerId: 'usr_01890000-0000-7000-8000-000000000000',
      memberCount: 7,
      discriminator: '0000x',
    }
    const changed = await update(body)
    expect(changed).toMatchObject({
      name: 'The Mill',
      description: 'Flour.',
      rules: 'Be kind.',
      languages: ['eng', 'deu'],
      links: ['https://example.org/mill'],
      tags: ['mill'],
      joinState: 'request',
      allowGroupJoinPrompt: false,
      privacy: 'default',
      ownerId: owner.id,
      memberCount: 1,
    })
    const [entry, ...more] = await entries()
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      targetId: group.id,
      actorId: owner.id,
      description: `Group The Mill updated by ${owner.username}.`,
      data: { rules: { old: null, new: 'Be kind.' }, joinState: { old: 'open', new: 'request' } },
    })
    expect(Object.keys(entry?.data ?? {})).not.toContain('shortCode')
    await update(body)
    expect(await entries()).toHaveLength(1)
    expect((await update({ rules: '' })).rules).toBeNull()
  })

  it('is possible with the permission alone', async () => {
    const member = await aMember(app, group)
    await giveRole(app, group, member, { permissions: ['group-data-manage'] })
    expect(await update({ description: 'By a member.' }, member)).toMatchObject({ description: 'By a member.' })
  })

  it('draws a new number for a new short code, once in seven days', async () => {
    const [first, second] = [aShortCode(), aShortCode()]
    const changed = await update({ shortCode: first.toLowerCase() })
    expect(changed.shortCode).toBe(first)
    expect(changed.discriminator).toMatch(/^\d{4}$/)
    expect((await update({ shortCode: first, description: 'Same code.' })).discriminator).toBe(changed.discriminator)
    const refused = await tryUpdate({ shortCode: second })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(6 * 24 * 60 * 60)
    app.clock.advance(7 * DAY)
    expect((await update({ shortCode: second })).shortCode).toBe(second)
    const codes = await app.scope().db.groupCode.findMany({ where: { groupId: group.id } })
    expect(codes).toHaveLength(3)
  })

  it('takes own pictures with a subscription, keeps those of others, and takes pictures away', async () => {
    const iconId = await picture(owner)
    expect(await update({ iconId })).toMatchObject({ iconId, iconUrl: expect.stringContaining(iconId) })
    const member = await aMember(app, group)
    await giveRole(app, group, member, { permissions: ['group-data-manage'] })
    expect(await update({ iconId, description: 'Kept.' }, member)).toMatchObject({ iconId })
    const bannerId = await picture(member)
    expect(await tryUpdate({ bannerId }, member)).toMatchObject(
      refusal(403, 'You need a subscription to change the icon or banner of a group.'),
    )
    expect(await update({ iconId: null }, member)).toMatchObject({
      iconId: null,
      iconUrl: 'http://plaza.test/public/group-icon.png',
    })
  })
})
