import { beforeAll, describe, expect, it } from 'vitest'
import { anApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { aPlainImage } from '../../support/images.ts'
import { aNotification } from '../../support/notifications.ts'
import { aRestClient } from '../../support/restClient.ts'
import { aBrowser, type Browser, recordConsole } from './browser.ts'
import { aStage, type Stage } from './stage.ts'
import type { MakeWebClient, PageData, WebClient } from './webClient.ts'

/** The value at a path of names and positions; undefined where there is none. */
const at = (data: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, step) => Object(value)[step], data)

const listAt = (data: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const value = at(data, ...path)
  return Array.isArray(value) ? value : []
}

const CUTS = 3

/** Drives a GraphQL client, as its users get it, through the pages of a web UI. */
export function describeWebClient(name: string, makeClient: MakeWebClient): void {
  describe(name, () => {
    let stage: Stage
    let browser: Browser
    let client: WebClient
    const recorded = recordConsole()

    beforeAll(async () => {
      stage = await aStage(await anApp())
      browser = aBrowser(stage.app, aRestClient(stage.app, { address: stage.ada.api.address }))
      client = await makeClient(browser)
      return () => {
        client.close()
        recorded.restore()
      }
    })

    it('has no viewer before it signs in, and no error', async () => {
      expect(await client.query('me')).toEqual(expect.objectContaining({ viewer: null }))
    })

    it('signs in with a second factor', async () => {
      const { username, password } = stage.ada
      const signedIn = await client.mutate('signIn', { input: { username, password } })
      expect(at(signedIn, 'signIn', 'viewer')).toBeNull()
      expect(listAt(signedIn, 'signIn', 'session', 'pendingFactors')).toContain('TOTP')
      const finished = await client.mutate('secondFactor', { input: { code: await stage.code() } })
      expect(at(finished, 'verify2FA', 'viewer', 'username')).toBe(username)
    })

    it('shows a home page with 50 friends in their places', async () => {
      const home = await client.query('home')
      const friends = listAt(home, 'viewer', 'friends', 'edges')
      expect(friends).toHaveLength(50)
      for (const friend of friends)
        expect(at(friend, 'node', 'whereabouts', 'instance', 'world', 'id')).toBe(stage.worldId)
      expect(listAt(home, 'viewer', 'notifications', 'edges')).toHaveLength(20)
      expect(listAt(home, 'latest', 'nodes')).toHaveLength(16)
      expect(client.cached('home')).toEqual(home)
    })

    it('shows a world with 30 instances, and 10 people in each', async () => {
      const world = await client.query('world', { id: stage.worldId })
      const instances = listAt(world, 'world', 'instances', 'edges')
      expect(instances.map((edge) => listAt(edge, 'node', 'occupants', 'nodes').length)).toEqual(Array(30).fill(10))
      expect(at(world, 'world', 'friends', 'totalCount')).toBe(50)
      expect(client.cached('world', { id: stage.worldId })).toEqual(world)
    })

    it('reads a list to its end, without a gap or a repetition', async () => {
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
    })

    it('accepts a friend request, and its store shows the new friend', async () => {
      const [request] = listAt(await client.query('home'), 'viewer', 'incomingFriendRequests', 'nodes')
      expect(at(request, 'sender', 'isFriend')).toBe(false)
      const accepted = await client.mutate('accept', { input: { friendRequestId: at(request, 'id') } })
      expect(at(accepted, 'acceptFriendRequest', 'friendEdge', 'node', 'id')).toBe(stage.stranger.id)
      const [cached] = listAt(client.cached('home'), 'viewer', 'incomingFriendRequests', 'nodes')
      // Apollo Client replaces the list, as the payload holds it; the others keep the sender, who is a friend now.
      if (cached !== undefined) expect(at(cached, 'sender', 'isFriend')).toBe(true)
    })

    it('uploads a picture and sets it, and its store shows it', async () => {
      await client.query('me')
      const picture = await aPlainImage(512, 512)
      const input = { purpose: 'ICON', fileName: 'me.png', mimeType: 'image/png', size: picture.length }
      const upload = at(await client.mutate('createUpload', { input }), 'createUpload', 'upload')
      const headers = listAt(upload, 'headers').map((header) => [
        String(at(header, 'name')),
        String(at(header, 'value')),
      ])
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
    })

    it('follows the feed through cut lines, and gets each entry once', async () => {
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
    })

    it('signs out, and has no viewer afterwards', async () => {
      const signedOut = await client.mutate('signOut')
      expect(at(signedOut, 'logout', 'viewer')).toBeNull()
      expect(await client.query('me')).toEqual(expect.objectContaining({ viewer: null }))
    })

    it('warns of nothing', () => {
      expect(recorded.lines).toEqual([])
    })
  })
}
