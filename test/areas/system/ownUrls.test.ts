import { describe, expect, it } from 'vitest'
import { URL_TABLES } from '../../../src/areas/system/ownUrls/columns.ts'
import { convertDueUrls } from '../../../src/areas/system/ownUrls/convert.ts'
import { getDatamodel } from '../../../src/generated/pothos/types.ts'
import { HOUR } from '../../../src/kernel/clock.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import {
  columnsWithOwnUrls,
  columnsWithoutPaths,
  fillUrlColumns,
  makeRowsOfEarlierVersion,
  type UrlBearers,
  WRITTEN_URL_COLUMNS,
} from '../../support/ownUrls.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import { logIn, type TestUser } from '../../support/users.ts'

const FORMER = 'http://former.test:8080'
const PRESENT = 'https://present.test'
const app = await anApp()
let bearers: UrlBearers

/** A server on the same database and files, with another PUBLIC_URL. */
const movedServer = ({ platform: { settings } }: TestApp, PUBLIC_URL: string) =>
  anApp({ DATABASE_URL: settings.DATABASE_URL ?? '', DATA_DIR: settings.DATA_DIR, PUBLIC_URL })

async function sessionAt(server: TestApp, person: TestUser): Promise<RestClient> {
  const api = aRestClient(server)
  await logIn(api, person)
  return api
}

const GRAPH = `query($world: ID!, $avatar: ID!, $prop: ID!, $user: ID!) {
  world(id: $world) { imageUrl thumbnailUrl packages { assetUrl } }
  avatar(id: $avatar) { imageUrl thumbnailUrl packages { assetUrl } }
  prop: node(id: $prop) { ... on Prop { imageUrl thumbnailUrl assets: packages { assetUrl } } }
  user(id: $user) { pictureUrl small: pictureUrl(size: 64) userIcon profilePicOverride bannerUrl avatarImageUrl avatarThumbnailUrl
    badges(first: 5) { edges { node { badge { imageUrl } } } } }
  viewer { notifications(first: 10) { nodes { imageUrl details } } storeTransactions(first: 1) { nodes { checkoutUrl } } }
}`

/** What clients get of everything that has a URL, as JSON: by REST, and by the graph. */
async function shownAt(server: TestApp, { ada, worldId, avatarId, propId }: UrlBearers): Promise<string[]> {
  const api = await sessionAt(server, ada)
  const answers = [
    await api.call('getWorld', { worldId }),
    await api.call('getAvatar', { avatarId }),
    await api.call('getProp', { propId }),
    await api.call('getCurrentUser'),
    await api.call('getUser', { userId: ada.id }),
    await api.call('getPublicProfile', { userId: ada.id }),
    await api.call('getNotifications', { query: {} }),
    await api.call('getNotificationV2s', { query: {} }),
    await api.call('getInfoPush', { query: { include: 'urls' } }),
    await api.call('getTokenBundles'),
  ]
  const variables = { world: worldId, avatar: avatarId, prop: propId, user: ada.id }
  const { data, errors } = await aGraphClient(server, api).send(GRAPH, variables)
  expect(errors).toBeUndefined()
  return [...answers, data].map((answer) => JSON.stringify(answer))
}

/** The URLs, and the paths that should be URLs, of files of the server. */
const urlsIn = (texts: readonly string[]) =>
  texts.flatMap(
    (text) => text.replaceAll('\\"', '"').match(/"[^" ]*\/(?:api\/1\/(?:file|image)|payments)\/[^"]*"/g) ?? [],
  )

const hostsIn = (texts: readonly string[]) =>
  new Set(urlsIn(texts).map((url) => url.slice(1).replace(/(?<!\/)\/(?!\/).*/s, '')))

describe('columns that hold URLs of the server', () => {
  it('are all listed by their names, so that each is converted', () => {
    const { models } = getDatamodel().datamodel
    const named = Object.entries(models).flatMap(([table, { fields }]) =>
      fields.filter(({ name }) => /url$/i.test(name)).map(({ name }) => `${table}.${name}`),
    )
    const listed = URL_TABLES.flatMap(({ table, texts = [] }) => texts.map((column) => `${table}.${column}`))
    expect(named.filter((column) => !listed.includes(column))).toEqual(['PublicUrl.url'])
    const known = WRITTEN_URL_COLUMNS.every(({ table, column }) =>
      models[table]?.fields.some(({ name }) => name === column),
    )
    expect(known).toBe(true)
  })
})

describe('a server with another PUBLIC_URL than before', () => {
  it('stores paths, and shows its present host in all places, also of rows of earlier versions', async () => {
    bearers = await fillUrlColumns(app)
    expect(await columnsWithoutPaths(app)).toEqual([])
    expect(await columnsWithOwnUrls(app)).toEqual([])
    const before = await shownAt(app, bearers)
    expect([...hostsIn(before)]).toEqual(['http://plaza.test'])
    expect(urlsIn(before).length).toBeGreaterThan(40)

    const expected = urlsIn(before).map((url) => url.replace('http://plaza.test', PRESENT))
    const moved = await movedServer(app, PRESENT)
    expect(urlsIn(await shownAt(moved, bearers))).toEqual(expected)

    await makeRowsOfEarlierVersion(app, FORMER)
    const upgraded = await movedServer(app, PRESENT)
    expect(urlsIn(await shownAt(upgraded, bearers))).toEqual(expected)
  })

  it('stores URLs in full as long as nodes of an earlier version, which show what is stored, can run', async () => {
    const { ada } = bearers
    const server = await movedServer(app, PRESENT)
    const api = await sessionAt(server, ada)
    const storedIcon = async () => (await server.scope().db.user.findUniqueOrThrow({ where: { id: ada.id } })).userIcon
    const { userIcon } = await api.call('getUser', { userId: ada.id })
    expect(userIcon).toMatch(PRESENT)
    for (const [given, stored] of [
      [userIcon, userIcon],
      [userIcon.replace(PRESENT, FORMER), userIcon.replace(PRESENT, FORMER)],
    ]) {
      const { status, body } = await api.try('updateUser', { userId: ada.id, body: { userIcon: given } })
      expect([status, Object(body).userIcon, await storedIcon()]).toEqual([200, userIcon, stored])
    }
    server.clock.advance(HOUR)
    await api.call('updateUser', { userId: ada.id, body: { userIcon } })
    expect(await storedIcon()).toBe(userIcon.slice(PRESENT.length))
    await makeRowsOfEarlierVersion(app, FORMER)
  })

  it('converts the rows of earlier versions when no node of those can run any more, once', async () => {
    const server = await movedServer(app, PRESENT)
    const written = () => columnsWithOwnUrls(server, FORMER)
    const held = await written()
    expect(held.length).toBe(WRITTEN_URL_COLUMNS.length)
    await convertDueUrls(server.scope())
    expect(await written()).toEqual(held)
    server.clock.advance(HOUR)
    await Promise.all([convertDueUrls(server.scope()), convertDueUrls(server.scope())])
    expect(await written()).toEqual([])
    expect(await columnsWithoutPaths(server)).toEqual([])
    const { count } = await server.scope().db.publicUrl.updateMany({ where: { convertedAt: null }, data: {} })
    expect(count).toBe(0)
  })
})
