import { expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { aGraph } from '../support/graph.ts'
import { enter } from '../support/instances.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()

it('hides a world however many are inside', async () => {
  const [author, admin] = [await aUser(app), await anAdmin(app)]
  const worldId = await aWorld(app, author)
  const location = `${worldId}:1`
  const { db } = app.scope()
  await enter(app, author, location)
  // More than a statement could name one by one, each with a place.
  await db.$executeRaw`
    WITH crowd AS (
      INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "createdAt", "updatedAt", "currentAvatar")
      SELECT id, id, id, id, id, now(), now(), '' FROM (
        SELECT 'usr_' || gen_random_uuid() AS id FROM generate_series(1, 17000)) AS people
      RETURNING id
    ) INSERT INTO "Occupant" ("userId", location, platform, "joinedAt") SELECT id, ${location}, 'android', now() FROM crowd`
  const hide = `mutation { hideContent(input: { contentId: "${worldId}" }) { content { ... on World { releaseStatus } } } }`
  expect(await aGraph(app, admin.api).send(hide)).toMatchObject({
    data: { hideContent: { content: { releaseStatus: 'HIDDEN' } } },
  })
  expect(await db.occupant.count({ where: { location } })).toBe(0)
})
