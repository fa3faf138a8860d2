import { expect, it } from 'vitest'
import { anApp } from '../../support/app.ts'
import { aRoleGroup } from '../../support/groupRoles.ts'
import { aMember } from '../../support/groups.ts'
import { refusal } from '../../support/refusals.ts'
import { enableTotp } from '../../support/users.ts'

const app = await anApp()

it('counts a role that requires time-based codes only while its holder has them, from the next request on', async () => {
  const group = await aRoleGroup(app)
  const member = await aMember(app, group)
  const role = await group.create({ name: 'Guard', requiresTwoFactor: true, permissions: ['group-roles-manage'] })
  expect(await group.give(member.id, role)).toMatchObject(refusal(403, 'This role requires two-factor authentication.'))
  await enableTotp(app, member)
  const seen = async () => (await member.api.call('getGroup', { groupId: group.id, query: {} })).myMember
  expect(await group.give(member.id, role)).toMatchObject({ status: 200 })
  expect(await seen()).toMatchObject({ has2FA: true, permissions: expect.arrayContaining(['group-roles-manage']) })
  expect(await group.tryCreate({ name: 'One' }, member)).toMatchObject({ status: 200 })

  await member.api.call('disable2FA')
  expect(await group.tryCreate({ name: 'Two' }, member)).toMatchObject(refusal(403, "You don't have permission."))
  const without = await seen()
  expect(without).toMatchObject({ has2FA: false, roleIds: expect.arrayContaining([role]) })
  expect(without?.permissions).not.toContain('group-roles-manage')
  expect(await group.names()).toEqual(['Group Owner', 'Guard', 'Member', 'One', 'Everyone'])
})
