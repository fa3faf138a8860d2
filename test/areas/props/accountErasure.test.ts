import { expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../src/areas/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aPrint, aPropRequest } from '../../support/props.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser } from '../../support/users.ts'
import { fileIdIn } from '../../support/worlds.ts'

const app = await sharedApp()
const DELAY = 15 * 86_400_000

it('account erasure deletes props and prints with their files, and keeps the ids of props', async () => {
  const [gone, other] = [await aUser(app), await aUser(app)]
  const body = await aPropRequest(app, gone)
  await gone.api.call('createProp', { body })
  await gone.api.call('publishProp', { propId: body.id })
  const { id: printId, files } = await aPrint(gone)
  const kept = await aPrint(other)

  await gone.api.call('deleteUser', { userId: gone.id })
  const scope = app.scope()
  await eraseDueAccounts({ ...scope, now: new Date(scope.now.getTime() + DELAY) }, erasers)

  expect(await other.api.try('getProp', { propId: body.id })).toMatchObject(refusal(404, 'That prop does not exist.'))
  expect(await other.api.call('listProps', { query: { authorId: gone.id } })).toEqual([])
  expect(await other.api.try('getPrint', { printId })).toMatchObject(refusal(404, 'Print not found'))
  for (const fileId of [files.fileId ?? '', fileIdIn(body.assetUrl), fileIdIn(body.imageUrl)])
    expect(await other.api.try('getFile', { fileId })).toMatchObject({ status: 404 })
  expect(await scope.db.prop.findUnique({ where: { id: body.id } })).toMatchObject({
    name: '',
    description: '',
    tags: [],
  })
  const again = { ...(await aPropRequest(app, other)), id: body.id }
  expect(await other.api.try('createProp', { body: again })).toMatchObject(refusal(400, /^id/))
  expect(await other.api.call('getUserPrints', { userId: other.id })).toMatchObject([{ id: kept.id }])
})
