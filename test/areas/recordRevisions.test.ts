import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { aWorldPackageRow, aWorldRow, NOTIFICATION_ROW } from '../presenters/rows.ts'
import { aUserRow } from '../presenters/userRows.ts'
import { openApp, sharedApp, type TestApp } from '../support/app.ts'
import { favoriteAs } from '../support/favorites.ts'
import { befriend } from '../support/friends.ts'
import { aNotification } from '../support/notifications.ts'
import { PATIENCE } from '../support/patience.ts'
import { rounds } from '../support/rounds.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { anOccupiedInstance, aWorld } from '../support/worlds.ts'

/** Random writes of the last test; `npm run campaign -- records` makes 10,000. */
const WRITES = Number(process.env.RECORD_WRITES ?? rounds(400))

/** Two servers that keep what they have read, and one that keeps nothing, on one database. */
const app = await sharedApp()
const DATABASE_URL = app.platform.database.url
const [second, forgetful] = [await openApp({ DATABASE_URL }), await openApp({ DATABASE_URL, RECORD_CACHE_MIB: '0' })]
const caching = [app, second]
afterAll(() => Promise.all([second.close(), forgetful.close()]))

/** A read of records, as the request of a viewer; without a viewer, nobody is logged in. */
interface HotRead {
  readonly path: string
  readonly query?: string
  readonly viewer: TestUser | null
}

async function answer({ origin }: TestApp, { path, query, viewer }: HotRead): Promise<string> {
  const headers = {
    ...(viewer && { cookie: `auth=${viewer.api.cookies.get('auth')}` }),
    'content-type': 'application/json',
  }
  const body = query === undefined ? {} : { method: 'POST', body: JSON.stringify({ query }) }
  const response = await fetch(`${origin}${query === undefined ? '/api/1' : ''}${path}`, { headers, ...body })
  return `${response.status} ${await response.text()}`
}

const answers = (server: TestApp, reads: readonly HotRead[]) => Promise.all(reads.map((read) => answer(server, read)))

/** A row that records show, and the values that its columns get. */
interface ShownRow {
  readonly table: string
  readonly where: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, unknown>>
  /** Columns that any text fits in. */
  readonly texts: readonly string[]
}

const sqlValue = (value: unknown) => {
  if (typeof value === 'bigint') return String(value)
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date) && !isTextArray(value)
  return isJson ? JSON.stringify(value) : value
}
const isTextArray = (value: object) => Array.isArray(value) && value.every((one) => typeof one === 'string')

async function setColumn({ table, where }: ShownRow, column: string, value: unknown): Promise<void> {
  const conditions = Object.keys(where).map((name, at) => `"${name}" = $${at + 2}`)
  const text = `UPDATE "${table}" SET "${column}" = $1 WHERE ${conditions.join(' AND ')}`
  await app.platform.database.pool.query(text, [sqlValue(value), ...Object.values(where)])
}

let author: TestUser
let fan: TestUser
let admin: TestUser
let rows: readonly ShownRow[]
let reads: readonly HotRead[] = []

const WORLD = `id name description capacity recommendedCapacity imageUrl thumbnailUrl previewYoutubeId releaseStatus
  isFeatured tags urls version contentSettings { drones emoji pedestals prints props stickers } labsPublishedAt
  publishedAt createdAt updatedAt visitCount favoriteCount popularity heat`
const USER = `id displayName bio bioLinks pronouns status statusDescription tags developerType userIcon bannerType bannerUrl
  avatarImageUrl avatarThumbnailUrl avatarTags ageVerificationStatus isAgeVerified allowsAvatarCopying createdAt`
const NOTIFICATION = `id type title titleKey message messageKey category imageUrl link linkText linkTextKey isHidden
  requireSeen ignoreDND expiryAfterSeen expiresAt createdAt details data sender { id displayName }
  subjectId subjectName groupName occasion writtenTitle writtenMessage startsAt emojiId cause refusalReason`

const worldReads = (viewer: TestUser, worldId: string) => [
  { path: `/worlds/${worldId}`, viewer },
  { path: `/worlds?userId=${author.id}`, viewer },
  { path: '/graphql', viewer, query: `{ world(id: "${worldId}") { ${WORLD} packages { id platform } } }` },
  {
    path: '/graphql',
    viewer,
    query: `{ worlds(filter: { authorId: "${author.id}" }) { nodes { ${WORLD} author { ${USER} } } } }`,
  },
]

const userReads = (viewer: TestUser) => [
  { path: `/users?search=${author.username}`, viewer },
  { path: `/users/${author.id}`, viewer },
  { path: '/graphql', viewer, query: `{ user(id: "${author.id}") { ${USER} worlds { nodes { ${WORLD} } } } }` },
]

/** The rows that the reads show: a world, its package, its author, and two notifications. */
const shownRows = async (worldId: string, notices: readonly string[]): Promise<readonly ShownRow[]> => [
  {
    table: 'World',
    where: { id: worldId },
    values: await aWorldRow(app, author.id),
    texts: ['name', 'description', 'previewYoutubeId'],
  },
  {
    table: 'UnityPackage',
    where: { worldId },
    values: await aWorldPackageRow(app, author.id),
    texts: ['unityVersion', 'worldSignature'],
  },
  {
    table: 'User',
    where: { id: author.id },
    values: aUserRow(author.username),
    texts: ['displayName', 'bio', 'statusDescription'],
  },
  ...notices.map((id) => ({
    table: 'Notification',
    where: { id },
    values: { ...NOTIFICATION_ROW, subjectId: author.id, facts: { subjectName: 'a name', groupName: 'a group' } },
    texts: ['message', 'title'],
  })),
]

beforeAll(async () => {
  ;[author, fan, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
  await befriend(author, fan)
  const worldId = await aWorld(app, author)
  await favoriteAs(fan, 'world', worldId, 'worlds2')
  await anOccupiedInstance(app, worldId, 'public', [admin.id])
  const sent = { senderId: author.id }
  const notices = [
    await aNotification(app, fan.id, sent),
    await aNotification(app, fan.id, { ...sent, type: 'message' }),
  ]
  rows = await shownRows(worldId, notices)
  reads = [
    { path: `/worlds/${worldId}`, viewer: null },
    ...[author, fan, admin].flatMap((viewer) => [...worldReads(viewer, worldId), ...userReads(viewer)]),
    { path: '/worlds/favorites', viewer: fan },
    { path: '/worlds/active', viewer: fan },
    { path: '/auth/user/notifications', viewer: fan },
    { path: '/notifications', viewer: fan },
    { path: '/graphql', viewer: fan, query: `{ viewer { notifications { nodes { ${NOTIFICATION} } } } }` },
  ]
})

/** Columns that none of the reads shows, or that have the value already. */
const UNSHOWN = [
  'User.currentAvatar',
  'User.displayNameKey',
  'User.fallbackAvatar',
  'User.homeLocation',
  'User.pronounsHistory',
  'User.statusHistory',
  'User.updatedAt',
  'World.nameKey',
  'World.releaseStatus',
]

interface Compared {
  readonly reads: readonly HotRead[]
  readonly servers: readonly TestApp[]
}

/** Asserts that the servers answer the reads as one that keeps no records; returns the answers. */
async function expectFresh(what: string, { reads, servers }: Compared): Promise<readonly string[]> {
  const expected = await answers(forgetful, reads)
  for (const server of servers) expect(await answers(server, reads), what).toEqual(expected)
  return expected
}

const differ = (before: readonly string[], after: readonly string[]) => before.some((one, at) => one !== after[at])

const readsOfFan = () => reads.filter(({ viewer }) => viewer === fan)
const isOfNotifications = ({ path, query = '' }: HotRead) => `${path} ${query}`.includes('notifications')

/** Whether a read can show a row: only notifications show those, and beside them no more than the names of people. */
const canShow = ({ table }: ShownRow, read: HotRead) =>
  table === 'User' || (table === 'Notification') === isOfNotifications(read)

/** Changes each column of a row, and reads it from one of the servers in turn; returns the columns that a read shows. */
async function changeColumns(row: ShownRow, all: readonly HotRead[]): Promise<string[]> {
  const shown: string[] = []
  const readsOfRow = all.filter((read) => canShow(row, read))
  let before: readonly string[] = await answers(forgetful, readsOfRow)
  for (const [at, [column, value]] of Object.entries(row.values).entries()) {
    await setColumn(row, column, value)
    const servers = caching.slice(at % 2, 1 + (at % 2))
    const after = await expectFresh(`${row.table}.${column}`, { reads: readsOfRow, servers })
    if (differ(before, after)) shown.push(`${row.table}.${column}`)
    before = after
  }
  return shown
}

describe('servers that keep records', () => {
  it('show each change of a column at once, as a server that keeps none', async () => {
    const readsOfAll = await expectFresh('the first reads', { reads, servers: caching })
    expect(readsOfAll.map((text) => text.slice(0, 3))).toEqual(reads.map(() => '200'))
    expect(readsOfAll.filter((text) => text.includes('"errors"'))).toEqual([])
    const shown = new Set(UNSHOWN)
    for (const row of rows) for (const column of await changeColumns(row, readsOfFan())) shown.add(column)
    const columns = rows.flatMap(({ table, values }) => Object.keys(values).map((column) => `${table}.${column}`))
    expect(columns.filter((column) => !shown.has(column))).toEqual([])
  })

  it('show packages that were added and deleted', async () => {
    const { db } = app.scope()
    const found = await db.unityPackage.findFirstOrThrow({ where: rows[1]?.where ?? {} })
    const added = { ...found, id: newId('unityPackage', new Date()), platform: 'ios' }
    const all = { reads, servers: caching }
    const before = await expectFresh('the reads before', all)
    await db.unityPackage.create({ data: added })
    const after = await expectFresh('an added package', all)
    expect(differ(before, after)).toBe(true)
    await db.unityPackage.delete({ where: { id: added.id } })
    expect(await expectFresh('a deleted package', all)).toEqual(before)
  })

  it('show nothing stale after many random writes', { timeout: PATIENCE + 300 * WRITES }, async () => {
    const pick = <T>(items: readonly T[]) => items[Math.floor(Math.random() * items.length)]
    const writeAnywhere = async (text: string) => {
      const row = pick(rows)
      const column = pick(row?.texts ?? [])
      if (row && column !== undefined) await setColumn(row, column, text)
    }
    for (let written = 0; written < WRITES; written += 10) {
      for (let at = 0; at < 5; at++)
        await Promise.all([`"Ünï" ✓ ${written + at}`, `other ${written + at}`].map(writeAnywhere))
      await expectFresh(`${written} writes`, { reads, servers: caching })
    }
  })
})
