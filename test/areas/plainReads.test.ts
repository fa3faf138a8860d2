import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shownUrl } from '../../src/kernel/ownUrls.ts'
import { sharedApp } from '../support/app.ts'
import { aFriendOf } from '../support/friends.ts'
import { aGraphClient, type GraphClient } from '../support/graphClient.ts'
import { aNotification } from '../support/notifications.ts'
import { anyName, anyNames, anyText, anyTime } from '../support/randomValues.ts'
import { rounds } from '../support/rounds.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

/**
 * The reads that are served most, at both doors, against the rows that Prisma reads without any statement, cache or
 * writer of the product. What a row means at a door is written here once more, by hand.
 */
const app = await sharedApp()
const { db } = app.scope()
const [author, stranger, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
const friend = await aFriendOf(app, author)
const viewers: readonly TestUser[] = [author, friend, stranger, admin]
const worldIds = [await aWorld(app, author), await aWorld(app, author), await aWorld(app, author)]
for (const { id } of viewers) {
  await aNotification(app, id, { type: 'message', senderId: author.id })
  await aNotification(app, id, { type: 'boop', senderId: author.id })
  await aNotification(app, id)
}
const notificationIds = (await db.notification.findMany({ where: { receiverId: { in: viewers.map(({ id }) => id) } } }))
  .map(({ id }) => id)
  .sort()

const number = fc.nat({ max: 1_000 })

const worldChanges = fc.record({
  name: anyName,
  description: anyText,
  capacity: number,
  recommendedCapacity: number,
  tags: anyNames,
  urlList: anyNames,
  version: number,
  releaseStatus: fc.constantFrom('public', 'private', 'hidden'),
  featured: fc.boolean(),
  visits: number,
  favorites: number,
  // Few values, so that ids decide.
  popularity: fc.nat({ max: 2 }),
  heat: number,
  labsPublicationDate: fc.option(anyTime),
  publicationDate: fc.option(anyTime),
  createdAt: anyTime,
  updatedAt: anyTime,
})
const authorChanges = fc.record({
  displayName: anyName,
  bio: anyText,
  bioLinks: anyNames,
  pronouns: anyText,
  tags: anyNames,
})
const notificationChanges = fc.record({
  message: anyText,
  title: anyText,
  link: anyText,
  linkText: anyText,
  createdAt: anyTime,
  requireSeen: fc.boolean(),
  hiddenAt: fc.option(anyTime, { freq: 3 }),
  seenAt: fc.option(anyTime),
})

const readWorlds = async () =>
  db.world.findMany({
    where: { authorId: author.id },
    include: { author: true },
    orderBy: [{ popularity: 'desc' }, { id: 'desc' }],
  })
type PlainWorld = Awaited<ReturnType<typeof readWorlds>>[number]
type PlainUser = PlainWorld['author']
const readNotifications = ({ id }: TestUser) =>
  db.notification.findMany({
    where: { receiverId: id, hiddenAt: null },
    include: { sender: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
type PlainNotification = Awaited<ReturnType<typeof readNotifications>>[number]

const timeOrNone = (time: Date | null) => time?.toISOString() ?? 'none'

const worldInLists = (world: PlainWorld) => ({
  id: world.id,
  name: world.name,
  authorId: world.authorId,
  authorName: world.author.displayName,
  capacity: world.capacity,
  recommendedCapacity: world.recommendedCapacity,
  imageUrl: shownUrl(app.scope(), world.imageUrl),
  tags: world.tags,
  releaseStatus: world.releaseStatus,
  visits: world.visits,
  favorites: world.favorites,
  popularity: world.popularity,
  heat: world.heat,
  labsPublicationDate: timeOrNone(world.labsPublicationDate),
  publicationDate: timeOrNone(world.publicationDate),
  created_at: world.createdAt.toISOString(),
  updated_at: world.updatedAt.toISOString(),
})
const oneWorld = (world: PlainWorld) => ({
  ...worldInLists(world),
  description: world.description,
  featured: world.featured,
  urlList: world.urlList,
  version: world.version,
})
const oneUser = ({ id, displayName, bio, bioLinks, pronouns, tags }: PlainUser) => ({
  ...{ id, displayName, bio, bioLinks, pronouns, tags },
})
const legacyNotification = (row: PlainNotification) => ({
  id: row.id,
  type: row.type,
  senderUserId: row.senderId,
  senderUsername: row.sender?.displayName,
  message: row.message,
  created_at: row.createdAt.toISOString(),
  seen: row.seenAt !== null,
})
const notificationV2 = (row: PlainNotification) => ({
  id: row.id,
  type: row.type,
  senderUsername: row.sender?.displayName ?? null,
  receiverUserId: row.receiverId,
  title: row.title,
  message: row.message,
  link: row.link,
  linkText: row.linkText,
  requireSeen: row.requireSeen,
  seen: row.seenAt !== null,
  createdAt: row.createdAt.toISOString(),
})

const USER = 'id displayName bio bioLinks pronouns tags'
const WORLD = `id name description capacity recommendedCapacity imageUrl tags urls version releaseStatus isFeatured
  visitCount favoriteCount popularity heat labsPublishedAt publishedAt createdAt updatedAt author { ${USER} }`
const NOTIFICATION = 'id message title linkText requireSeen createdAt sender { id displayName }'

/** GraphQL has null for a text that nobody has written. */
const textOrNull = (one: string) => (one === '' ? null : one)
const graphUser = (user: PlainUser) => ({
  ...oneUser(user),
  bio: textOrNull(user.bio),
  pronouns: textOrNull(user.pronouns),
})
const graphWorld = (world: PlainWorld) => ({
  id: world.id,
  name: world.name,
  description: textOrNull(world.description),
  capacity: world.capacity,
  recommendedCapacity: world.recommendedCapacity,
  imageUrl: shownUrl(app.scope(), world.imageUrl),
  tags: world.tags,
  urls: world.urlList,
  version: world.version,
  releaseStatus: world.releaseStatus.toUpperCase(),
  isFeatured: world.featured,
  visitCount: world.visits,
  favoriteCount: world.favorites,
  popularity: world.popularity,
  heat: world.heat,
  labsPublishedAt: world.labsPublicationDate?.toISOString() ?? null,
  publishedAt: world.publicationDate?.toISOString() ?? null,
  createdAt: world.createdAt.toISOString(),
  updatedAt: world.updatedAt.toISOString(),
  author: graphUser(world.author),
})
const graphNotification = ({ id, message, title, linkText, requireSeen, createdAt, sender }: PlainNotification) => ({
  ...{ id, message: textOrNull(message), title: textOrNull(title), linkText: textOrNull(linkText), requireSeen },
  createdAt: createdAt.toISOString(),
  sender: sender && { id: sender.id, displayName: sender.displayName },
})

/** Everybody who knows the id reads a world that is not hidden; a hidden one its author and admins. */
const canRead = (viewer: TestUser | null, { releaseStatus }: PlainWorld) =>
  releaseStatus !== 'hidden' || viewer === author || viewer === admin

const nobody = aGraphClient(app)
const clients = new Map(viewers.map((viewer) => [viewer, aGraphClient(app, viewer.api)]))

async function expectWorldsByRest(viewer: TestUser | null, worlds: readonly PlainWorld[]) {
  const { api } = viewer ?? nobody
  for (const world of worlds) {
    const { status, body } = await api.try('getWorld', { worldId: world.id })
    expect(status).toBe(canRead(viewer, world) ? 200 : 404)
    if (status === 200) expect(body).toMatchObject(oneWorld(world))
  }
}

async function expectByRest(
  viewer: TestUser,
  worlds: readonly PlainWorld[],
  notifications: readonly PlainNotification[],
) {
  const { api } = viewer
  const listed = worlds.filter(({ releaseStatus }) => releaseStatus === 'public')
  expect(await api.call('searchWorlds', { query: { userId: author.id } })).toMatchObject(listed.map(worldInLists))
  const [{ author: plain } = { author: null }] = worlds
  expect(await api.call('getUser', { userId: author.id })).toMatchObject(plain ? oneUser(plain) : {})
  const legacy = notifications.filter(({ type }) => type === 'message' || type === 'boop')
  expect(await api.call('getNotifications')).toMatchObject(legacy.map(legacyNotification))
  const v2 = notifications.filter(({ type }) => type !== 'message')
  expect(await api.call('getNotificationV2s')).toMatchObject(v2.map(notificationV2))
}

async function expectByGraph(
  { viewer, graph }: { readonly viewer: TestUser; readonly graph: GraphClient },
  worlds: readonly PlainWorld[],
  notifications: readonly PlainNotification[],
) {
  const lookups = worlds.map(({ id }, at) => `w${at}: world(id: "${id}") { ${WORLD} }`).join(' ')
  const { data, errors } = await graph.send(`{ ${lookups} user(id: "${author.id}") { ${USER} }
    worlds(filter: { authorId: "${author.id}" }) { nodes { ${WORLD} } }
    viewer { notifications { nodes { ${NOTIFICATION} } } } }`)
  expect(errors).toBeUndefined()
  const listed = worlds.filter(({ releaseStatus }) => releaseStatus === 'public')
  expect(data).toEqual({
    ...Object.fromEntries(worlds.map((world, at) => [`w${at}`, canRead(viewer, world) ? graphWorld(world) : null])),
    user: worlds[0] ? graphUser(worlds[0].author) : null,
    worlds: { nodes: listed.map(graphWorld) },
    viewer: { notifications: { nodes: notifications.map(graphNotification) } },
  })
}

const changesOf = <T>(one: fc.Arbitrary<T>, count: number) => fc.array(one, { minLength: count, maxLength: count })
const someChanges = fc.tuple(
  authorChanges,
  changesOf(worldChanges, worldIds.length),
  changesOf(notificationChanges, notificationIds.length),
)

it('worlds, people and notifications are shown as Prisma reads them, to each viewer at both doors', async () => {
  await fc.assert(
    fc.asyncProperty(someChanges, async ([ofAuthor, ofWorlds, ofNotifications]) => {
      await db.user.update({ where: { id: author.id }, data: ofAuthor })
      for (const [at, data] of ofWorlds.entries()) await db.world.update({ where: { id: worldIds[at] ?? '' }, data })
      for (const [at, data] of ofNotifications.entries())
        await db.notification.update({ where: { id: notificationIds[at] ?? '' }, data })
      const worlds = await readWorlds()
      await expectWorldsByRest(null, worlds)
      for (const [viewer, graph] of clients) {
        const notifications = await readNotifications(viewer)
        await expectWorldsByRest(viewer, worlds)
        await expectByRest(viewer, worlds, notifications)
        await expectByGraph({ viewer, graph }, worlds, notifications)
      }
    }),
    { numRuns: rounds(50) },
  )
})
