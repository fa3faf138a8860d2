import { expect, it } from 'vitest'
import { countOnlineMembers } from '../../../src/areas/groups/membership/members.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { anApp } from '../../support/app.ts'
import { aGroup, aMember, aSubscriber } from '../../support/groups.ts'
import { aUser } from '../../support/users.ts'

const app = await anApp()

it('the number of online members counts those who are present and do not appear offline', async () => {
  const { presence } = app.platform
  const [group, empty] = [await aGroup(app), await aGroup(app)]
  const [here, shy, away] = [await aMember(app, group), await aMember(app, group), await aMember(app, group)]
  await app.scope().db.user.update({ where: { id: shy.id }, data: { status: 'offline' } })
  const outsider = await aUser(app)
  for (const { id } of [group.owner, empty.owner, away]) await presence.forget(id)
  const leave = [here, shy, outsider].map(({ id }) => presence.connect(id, 'client'))
  await presence.forget(here.id)
  const countOf = async ({ id }: { id: string }) =>
    (await app.scope().db.group.findUniqueOrThrow({ where: { id } })).onlineMemberCount

  expect(await countOnlineMembers(app.scope())).toBe(1)
  expect([await countOf(group), await countOf(empty)]).toEqual([1, 0])
  expect(await countOnlineMembers(app.scope())).toBe(0)
  presence.recordRequest(away.id, app.clock.now(), 'web')
  await transact(app.scope(), async (tx) => {
    await tx.db.$executeRaw`SELECT FROM "Group" WHERE id = ${group.id} FOR NO KEY UPDATE`
    // An act in the group keeps nobody waiting.
    await countOnlineMembers(app.scope())
  })
  expect(await countOf(group)).toBe(1)
  await countOnlineMembers(app.scope())
  expect(await countOf(group)).toBe(2)
  for (const end of leave) end()
  await presence.forget(away.id)
  await countOnlineMembers(app.scope())
  expect(await countOf(group)).toBe(0)
  const viewer = await aSubscriber(app)
  expect(await viewer.api.call('getGroup', { groupId: group.id, query: {} })).toMatchObject({ onlineMemberCount: 0 })
})
