import { beforeAll, describe, expect, it } from 'vitest'
import { instances } from '../../src/contract/index.ts'
import { isId, type UserId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { enter, partsOf } from '../support/instances.ts'
import { aWorld } from '../support/worlds.ts'
import { aMember } from './members.ts'
import { methodsOf, ok, refusal, sdkFor } from './sdk.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

function personOf({ id }: { readonly id: string }): { readonly id: UserId } {
  if (!isId('user', id)) throw new Error(`${id} is no person's id`)
  return { id }
}

describe('instances by the public SDK', () => {
  it('makes one, finds it by its names, was there, and closes it', async () => {
    const [ada, grace] = [await aMember(app, sdk), await aMember(app, sdk)]
    const worldId = await aWorld(app, personOf(ada))
    const { client } = ada
    const made = await ok(client.createInstance({ body: { worldId, type: 'hidden', region: 'eu', ownerId: ada.id } }))
    expect(made).toMatchObject({ worldId, type: 'hidden', hidden: ada.id, region: 'eu', n_users: 0, active: true })
    const path = partsOf(made.location)
    expect(await ok(client.getInstance({ path }))).toEqual(made)
    expect(await ok(client.getWorldInstance({ path }))).toEqual(made)
    const { shortName = '', secureName } = await ok(client.getShortName({ path }))
    expect({ shortName, secureName }).toEqual({ shortName: made.shortName, secureName: made.secureName })
    expect(await ok(client.getInstanceByShortName({ path: { shortName: shortName ?? '' } }))).toEqual(made)
    await enter(app, personOf(ada), made.location)
    expect(await ok(client.getRecentLocations())).toEqual([made.location])
    expect(await ok(client.getInstance({ path }))).toMatchObject({ n_users: 1, users: [{ id: ada.id }] })

    expect(await refusal(grace.client.closeInstance({ path }))).toMatchObject({ status: 404 })
    expect(await ok(client.closeInstance({ path, query: { hardClose: true } }))).toMatchObject({
      active: false,
      n_users: 0,
    })
  })

  it('has called every operation of the area', () => {
    const methods = methodsOf(instances)
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
