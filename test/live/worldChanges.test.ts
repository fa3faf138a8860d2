import { beforeAll, describe, expect, test } from 'vitest'
import { eraseDueAccounts } from '../../src/areas/accounts/account/deletion.ts'
import { updateUserRole } from '../../src/areas/accounts/account/roles.ts'
import { erasers } from '../../src/areas/index.ts'
import { countVisits } from '../../src/areas/worlds/visits/queries.ts'
import { addMilliseconds, DAY } from '../../src/kernel/clock.ts'
import { siblingId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aSubscription, payloadsOf, subscriptionErrors } from '../support/graphSubscriptions.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

let app: TestApp
let author: TestUser
let visitor: TestUser
beforeAll(async () => {
  app = await anApp()
  ;[author, visitor] = [await aUser(app), await aUser(app)]
})

const SELECTION = 'kind worldId world { name favoriteCount releaseStatus } viewer { id } query { viewer { id } }'

/** Follows a world, and returns a function that waits for the number of events and answers them. */
async function following(person: TestUser, worldId: string, args = '') {
  const connection = await aSubscription(
    app,
    person,
    `subscription { worldChanged(worldId: "${worldId}"${args}) { ${SELECTION} } }`,
  )
  return async (count: number) => {
    await connection.until((messages) => payloadsOf(messages, 'worldChanged').length >= count)
    return payloadsOf(connection.messages, 'worldChanged')
  }
}

const rename = (worldId: string, name: string) => author.api.call('updateWorld', { worldId, body: { name } })
const favorite = (person: TestUser, favoriteId: string) =>
  person.api.call('addFavorite', { body: { type: 'world', favoriteId, tags: ['worlds1'] } })

describe('worldChanged', () => {
  test('shows the present state first where asked, then details, each viewer as themself', async () => {
    const worldId = await aWorld(app, author, { name: 'Before' })
    const events = await following(visitor, worldId, ', initial: true')
    const viewer = { id: siblingId('viewer', visitor.id) }
    expect(await events(1)).toEqual([
      {
        kind: 'INITIAL',
        worldId,
        world: { name: 'Before', favoriteCount: 0, releaseStatus: 'PUBLIC' },
        viewer,
        query: { viewer },
      },
    ])
    await rename(worldId, 'After')
    expect((await events(2))[1]).toMatchObject({ kind: 'UPDATED', world: { name: 'After' } })
    await author.api.call('unpublishWorld', { worldId })
    expect((await events(3))[2]).toMatchObject({ kind: 'UPDATED', world: { releaseStatus: 'PRIVATE' } })
  })

  test('tells of favorites and visits when they were counted, and nothing of worlds that stay as they are', async () => {
    const [liked, other] = [await aWorld(app, author), await aWorld(app, author)]
    const [events, others] = [await following(visitor, liked), await following(visitor, other)]
    await favorite(visitor, liked)
    await countVisits(app.scope())
    expect(await events(1)).toMatchObject([{ kind: 'COUNTED', world: { favoriteCount: 1 } }])
    await visitor.api.call('removeFavorite', { favoriteId: liked })
    await countVisits(app.scope())
    expect((await events(2))[1]).toMatchObject({ kind: 'COUNTED', world: { favoriteCount: 0 } })
    await rename(other, 'Other')
    expect(await others(1)).toMatchObject([{ kind: 'UPDATED', world: { name: 'Other' } }])
  })

  test('tells others once that a world was hidden, until it is shown again, and its author everything', async () => {
    const admin = await anAdmin(app)
    const worldId = await aWorld(app, author)
    const [of, own] = [await following(visitor, worldId), await following(author, worldId)]
    const moderate = (act: string) =>
      aGraphClient(app, admin.api).send(
        `mutation { ${act}(input: { contentId: "${worldId}" }) { content { __typename } } }`,
      )
    await moderate('hideContent')
    expect(await of(1)).toMatchObject([{ kind: 'UPDATED', world: null }])
    expect(await own(1)).toMatchObject([{ world: { releaseStatus: 'HIDDEN' } }])
    await rename(worldId, 'Secret')
    expect((await own(2))[1]).toMatchObject({ world: { name: 'Secret' } })
    await moderate('showContent')
    expect(await of(2)).toMatchObject([{ world: null }, { kind: 'UPDATED', world: { name: 'Secret' } }])
  })

  test('tells a former admin of a hidden world once, that it is gone', async () => {
    const admin = await anAdmin(app)
    const worldId = await aWorld(app, author, { releaseStatus: 'hidden' })
    const events = await following(admin, worldId)
    await updateUserRole(app.scope(), admin.id, { admin: false })
    await rename(worldId, 'Secret')
    expect(await events(1)).toMatchObject([{ kind: 'UPDATED', world: null }])
    await rename(worldId, 'Still secret')
    await updateUserRole(app.scope(), admin.id, { admin: true })
    await rename(worldId, 'Told')
    expect(await events(2)).toMatchObject([{ world: null }, { kind: 'UPDATED', world: { name: 'Told' } }])
  })

  test('tells of the end of a world, also when its author is erased', async () => {
    const [mine, gone] = [await aWorld(app, author), await aUser(app)]
    const theirs = await aWorld(app, gone)
    const [first, second] = [await following(visitor, mine), await following(visitor, theirs)]
    await author.api.call('deleteWorld', { worldId: mine })
    expect(await first(1)).toMatchObject([{ kind: 'DELETED', world: null }])
    await gone.api.call('deleteUser', { userId: gone.id })
    const scope = app.scope()
    await eraseDueAccounts({ ...scope, now: addMilliseconds(scope.now, 15 * DAY) }, erasers)
    expect(await second(1)).toMatchObject([{ kind: 'DELETED', world: null }])
  })

  test('is refused for a world that the viewer cannot see, and for none', async () => {
    const hidden = await aWorld(app, author, { releaseStatus: 'hidden' })
    for (const worldId of [hidden, 'wrld_00000000-0000-7000-8000-000000000000']) {
      const connection = await aSubscription(
        app,
        visitor,
        `subscription { worldChanged(worldId: "${worldId}") { worldId } }`,
      )
      await connection.until((messages) => subscriptionErrors(messages).length > 0)
      expect(subscriptionErrors(connection.messages)[0]?.extensions).toMatchObject({ reason: 'WORLD_NOT_FOUND' })
    }
  })
})
