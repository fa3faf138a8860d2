import { beforeAll, describe, expect, it } from 'vitest'
import { instances } from '../../src/contract/instances.ts'
import { isId, type UserId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { enterAs, splitLocation } from '../support/instances.ts'
import { aWorld } from '../support/worlds.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

function personOf({ id }: { readonly id: string }): { readonly id: UserId } {
  if (!isId('user', id)) throw new Error(`${id} is not a user id`)
  return { id }
}

describe('instances by the public SDK', () => {
  it('creates one, finds it by its names, lists it as a recent location, and closes it', async () => {
    const [ada, grace] = [await anSdkUser(app, sdk), await anSdkUser(app, sdk)]
    const worldId = await aWorld(app, personOf(ada))
    const { client } = ada
    const made = await dataOf(
      client.createInstance({ body: { worldId, type: 'hidden', region: 'eu', ownerId: ada.id } }),
    )
    expect(made).toMatchObject({ worldId, type: 'hidden', hidden: ada.id, region: 'eu', n_users: 0, active: true })
    const path = splitLocation(made.location)
    expect(await dataOf(client.getInstance({ path }))).toEqual(made)
    expect(await dataOf(client.getWorldInstance({ path }))).toEqual(made)
    const { shortName = '', secureName } = await dataOf(client.getShortName({ path }))
    expect({ shortName, secureName }).toEqual({ shortName: made.shortName, secureName: made.secureName })
    expect(await dataOf(client.getInstanceByShortName({ path: { shortName: shortName ?? '' } }))).toEqual(made)
    await enterAs(app, personOf(ada), made.location)
    expect(await dataOf(client.getRecentLocations())).toEqual([made.location])
    expect(await dataOf(client.getInstance({ path }))).toMatchObject({ n_users: 1, users: [{ id: ada.id }] })

    expect(await sdkRefusal(grace.client.closeInstance({ path }))).toMatchObject({ status: 404 })
    expect(await dataOf(client.closeInstance({ path, query: { hardClose: true } }))).toMatchObject({
      active: false,
      n_users: 0,
    })
  })

  it('calls every operation of the area, but those of groups, which the test of groups calls', () => {
    const left = methodsOf(instances).filter((name) => !sdk.called.has(name))
    expect(left.sort()).toEqual(['getGroupInstances', 'getUserGroupInstances', 'getUserGroupInstancesForGroup'])
  })
})
