import { expect } from 'vitest'
import { anApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { aPlainImage } from '../../support/images.ts'
import { aNotification } from '../../support/notifications.ts'
import { at, listAt } from './pageData.ts'
import type { Scenario, Setting as SettingOf } from './scenario.ts'
import { aStage, SIZE, type Stage } from './stage.ts'
import type { PageData } from './webClient.ts'

type Setting = SettingOf<Stage>

const CUTS = 3

async function hasNoViewer({ client }: Setting) {
  expect(await client.query('me')).toEqual(expect.objectContaining({ viewer: null }))
}

async function signsIn({ stage, client }: Setting) {
  const { username, password } = stage.ada
  const signedIn = await client.mutate('signIn', { input: { username, password } })
  expect(at(signedIn, 'signIn', 'viewer')).toBeNull()
  expect(listAt(signedIn, 'signIn', 'session', 'pendingFactors')).toContain('TOTP')
  const finished = await client.mutate('secondFactor', { input: { code: await stage.code() } })
  expect(at(finished, 'verify2FA', 'viewer', 'username')).toBe(username)
}

async function showsHome({ stage, client }: Setting) {
  const home = await client.query('home')
  const friends = listAt(home, 'viewer', 'friends', 'edges')
  expect(friends).toHaveLength(SIZE.friends)
  for (const friend of friends) expect(at(friend, 'node', 'whereabouts', 'instance', 'world', 'id')).toBe(stage.worldId)
  expect(listAt(home, 'viewer', 'notifications', 'edges')).toHaveLength(SIZE.notifications)
  expect(listAt(home, 'latest', 'nodes')).toHaveLength(SIZE.worlds)
  expect(client.cached('home')).toEqual(home)
}

async function showsWorld({ stage, client }: Setting) {
  const world = await client.query('world', { id: stage.worldId })
  const instances = listAt(world, 'world', 'instances', 'edges')
  const occupants = instances.map((edge) => listAt(edge, 'node', 'occupants', 'nodes').length)
  expect(occupants).toEqual(Array(SIZE.instances).fill(SIZE.occupants))
  expect(at(world, 'world', 'friends', 'totalCount')).toBe(SIZE.friends)
  expect(client.cached('world', { id: stage.worldId })).toEqual(world)
}

async function readsList({ client }: Setting) {
  const ids: unknown[] = []
  let page: PageData = await client.query('worlds')
  const total = at(page, 'worlds', 'totalCount')
  for (;;) {
    ids.push(...listAt(page, 'worlds', 'edges').map((edge) => at(edge, 'node', 'id')))
    if (at(page, 'worlds', 'pageInfo', 'hasNextPage') !== true) break
    page = await client.query('worlds', { after: at(page, 'worlds', 'pageInfo', 'endCursor') })
  }
  expect(ids).toHaveLength(Number(total))
  expect(new Set(ids).size).toBe(ids.length)
}

async function acceptsRequest({ stage, client }: Setting) {
  const [request] = listAt(await client.query('home'), 'viewer', 'incomingFriendRequests', 'nodes')
  expect(at(request, 'sender', 'isFriend')).toBe(false)
  const accepted = await client.mutate('accept', { input: { friendRequestId: at(request, 'id') } })
  expect(at(accepted, 'acceptFriendRequest', 'friendEdge', 'node', 'id')).toBe(stage.stranger.id)
  const [cached] = listAt(client.cached('home'), 'viewer', 'incomingFriendRequests', 'nodes')
  // Apollo Client replaces the list, as the payload holds it; the others keep the sender, who is a friend now.
  if (cached !== undefined) expect(at(cached, 'sender', 'isFriend')).toBe(true)
}

async function setsPicture({ stage, client }: Setting) {
  await client.query('me')
  const picture = await aPlainImage(512, 512)
  const input = { purpose: 'ICON', fileName: 'me.png', mimeType: 'image/png', sizeInBytes: picture.length }
  const upload = at(await client.mutate('createUpload', { input }), 'createUpload', 'upload')
  const headers = listAt(upload, 'headers').map((header) => [String(at(header, 'name')), String(at(header, 'value'))])
  const put = await fetch(String(at(upload, 'url')).replace('http://plaza.test', stage.app.origin), {
    method: String(at(upload, 'method')),
    headers: Object.fromEntries(headers),
    body: new Uint8Array(picture),
  })
  expect(put.status).toBeLessThan(300)
  const set = await client.mutate('setPicture', { input: { userIconUploadId: at(upload, 'id') } })
  const icon = at(set, 'updateProfile', 'user', 'userIcon')
  expect(icon).toMatch(/^http/)
  expect(at(client.cached('me'), 'viewer', 'user', 'userIcon')).toBe(icon)
}

async function followsFeed({ stage, browser, client }: Setting) {
  const [told, sent]: [unknown[], string[]] = [[], []]
  const send = async (title: string) => {
    sent.push(title)
    await aNotification(stage.app, stage.ada.id, { title })
  }
  let after = at(await client.query('home'), 'viewer', 'notificationFeedCursor')
  const follow = () =>
    client.follow('feed', { after }, (data) => {
      after = at(data, 'notificationFeed', 'cursor')
      told.push(at(data, 'notificationFeed', 'notification', 'title'))
    })
  for (let cut = 0; cut < CUTS; cut++) {
    const followed = follow()
    await send(`live ${cut}`)
    await eventually(() => told.length === sent.length)
    browser.cutLines()
    await followed.ended
    await send(`missed ${cut}`)
  }
  const last = follow()
  await eventually(() => told.length === sent.length)
  last.stop()
  expect(told).toEqual(sent)
  const unread = at(client.cached('me'), 'viewer', 'unreadNotificationCount')
  expect(unread).toBe(at(await client.query('me'), 'viewer', 'unreadNotificationCount'))
}

async function signsOut({ client }: Setting) {
  const signedOut = await client.mutate('signOut')
  expect(at(signedOut, 'logout', 'viewer')).toBeNull()
  expect(await client.query('me')).toEqual(expect.objectContaining({ viewer: null }))
}

/** What a person does on the pages of a web UI, in order. */
export const siteScenario: Scenario<Stage> = {
  title: 'on the pages of a person',
  makeStage: async () => aStage(await anApp()),
  steps: [
    ['has no viewer before it signs in, and no error', hasNoViewer],
    ['signs in with a second factor', signsIn],
    ['shows a home page with friends in their places', showsHome],
    ['shows a world with its instances and the people in each', showsWorld],
    ['reads a list to its end, without a gap or a repetition', readsList],
    ['accepts a friend request, and its store shows the new friend', acceptsRequest],
    ['uploads a picture and sets it, and its store shows it', setsPicture],
    ['follows the feed through cut lines, and gets each entry once', followsFeed],
    ['signs out, and has no viewer afterwards', signsOut],
  ],
}
