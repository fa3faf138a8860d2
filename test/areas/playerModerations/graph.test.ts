import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import type { TypedDocumentString } from '../../generated/graphql.ts'
import { graphql } from '../../generated/index.ts'
import { sharedClockApp } from '../../support/app.ts'
import { anAvatar } from '../../support/avatars.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { moderate } from '../../support/playerModerations.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const Moderations = graphql(`
  query Moderations($filter: PlayerModerationFilter, $first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      playerModerations(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
        totalCount
        nodes { id type createdAt user { id displayName playerModerations { totalCount nodes { type } } } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)

const About = graphql(`
  query About($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on User { viewerHasBlocked viewerHasMuted playerModerations { nodes { id type } } }
      ... on PlayerModeration { type user { id } }
    }
  }
`)

const Moderate = graphql(`
  mutation Moderate($input: AddPlayerModerationInput!) {
    addPlayerModeration(input: $input) {
      playerModeration { id type }
      playerModerationEdge { cursor node { id } }
      deletedPlayerModerationId
      user { id standing viewerHasBlocked viewerHasMuted playerModerations { nodes { type } } }
      viewer { playerModerations { nodes { type } } }
    }
  }
`)

const Unmoderate = graphql(`
  mutation Unmoderate($input: RemovePlayerModerationInput!) {
    removePlayerModeration(input: $input) {
      deletedPlayerModerationId
      user { id standing viewerHasBlocked playerModerations { nodes { type } } }
      viewer { playerModerations { nodes { type } } }
    }
  }
`)

const ClearModerations = graphql(`
  mutation ClearModerations($input: RemoveAllPlayerModerationsInput!) {
    removeAllPlayerModerations(input: $input) {
      deletedPlayerModerationIds
      viewer { playerModerations { totalCount nodes { id } } }
    }
  }
`)

const BlockedAvatars = graphql(`
  query BlockedAvatars($first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      blockedAvatars(first: $first, after: $after, last: $last, before: $before) {
        totalCount
        nodes { id avatarId createdAt }
        pageInfo { hasNextPage startCursor endCursor }
      }
    }
  }
`)

const BlockAvatar = graphql(`
  mutation BlockAvatar($input: BlockAvatarInput!) {
    blockAvatar(input: $input) { blockedAvatar { id avatarId createdAt } blockedAvatarEdge { cursor node { id } } }
  }
`)

const UnblockAvatar = graphql(`
  mutation UnblockAvatar($input: UnblockAvatarInput!) {
    unblockAvatar(input: $input) { deletedBlockedAvatarId viewer { blockedAvatars { nodes { avatarId } } } }
  }
`)

const BlockedAvatarNode = graphql(`
  query BlockedAvatarNode($id: ID!) { node(id: $id) { id ... on BlockedAvatar { avatarId } } }
`)

type VariablesOf<D> = D extends TypedDocumentString<unknown, infer V> ? V : never

const app = await sharedClockApp()
let ada: TestUser
let grace: TestUser
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

async function list(variables: VariablesOf<typeof Moderations> = {}) {
  const { viewer } = await graph.run(Moderations, variables)
  if (!viewer) throw new Error('nobody looks')
  return viewer.playerModerations
}

describe('player moderations', () => {
  test('are created, replaced and removed like by REST, and returned after the change', async () => {
    await befriend(ada, grace)
    const input = { userId: grace.id, type: 'MUTE' } as const
    const { addPlayerModeration: muted } = await graph.run(Moderate, { input })
    const { id: muteId } = muted.playerModeration
    expect(muted).toMatchObject({
      playerModeration: { type: 'MUTE' },
      playerModerationEdge: { cursor: expect.any(String), node: { id: muteId } },
      deletedPlayerModerationId: null,
      user: { id: grace.id, standing: 'ONLINE', viewerHasBlocked: false, viewerHasMuted: true },
    })
    expect((await graph.run(Moderate, { input })).addPlayerModeration).toMatchObject({
      playerModeration: { id: muteId },
      deletedPlayerModerationId: null,
    })
    const { addPlayerModeration: blocked } = await graph.run(Moderate, { input: { ...input, type: 'BLOCK' } })
    expect(blocked).toMatchObject({
      user: {
        standing: 'OFFLINE',
        viewerHasBlocked: true,
        playerModerations: { nodes: [{ type: 'BLOCK' }, { type: 'MUTE' }] },
      },
      viewer: { playerModerations: { nodes: [{ type: 'BLOCK' }, { type: 'MUTE' }] } },
    })
    const { addPlayerModeration: heard } = await graph.run(Moderate, { input: { ...input, type: 'UNMUTE' } })
    expect(heard).toMatchObject({ deletedPlayerModerationId: muteId, user: { viewerHasMuted: false } })
    const unblock = { input: { ...input, type: 'BLOCK' } } as const
    expect((await graph.run(Unmoderate, unblock)).removePlayerModeration).toEqual({
      deletedPlayerModerationId: blocked.playerModeration.id,
      user: {
        id: grace.id,
        standing: 'ONLINE',
        viewerHasBlocked: false,
        playerModerations: { nodes: [{ type: 'UNMUTE' }] },
      },
      viewer: { playerModerations: { nodes: [{ type: 'UNMUTE' }] } },
    })
    expect((await graph.run(Unmoderate, unblock)).removePlayerModeration.deletedPlayerModerationId).toBeNull()
    expect(await graph.run(ClearModerations, { input: {} })).toEqual({
      removeAllPlayerModerations: {
        deletedPlayerModerationIds: [heard.playerModeration.id],
        viewer: { playerModerations: { totalCount: 0, nodes: [] } },
      },
    })
    expect(await ada.api.call('getPlayerModerations')).toEqual([])
  })

  test('are refused for the viewer, for unknown users and for malformed ids', async () => {
    const refused = (userId: string) => graph.refusalCodes(Moderate, { input: { userId, type: 'BLOCK' } })
    expect(await refused(ada.id)).toEqual(['BAD_INPUT'])
    expect(await refused(newId('user', new Date()))).toEqual(['NOT_FOUND'])
    expect(await refused('nobody')).toEqual(['NOT_FOUND'])
  })

  test('are listed latest first, filtered by type and user, in pages from both ends', async () => {
    const linus = await aUser(app)
    for (const type of ['mute', 'hideAvatar', 'block'] as const) {
      app.clock.advance(5)
      await moderate(ada, grace, type)
    }
    await moderate(ada, linus, 'mute')
    const types = ({ nodes }: Awaited<ReturnType<typeof list>>) => nodes.map(({ type }) => type)
    expect(types(await list())).toEqual(['MUTE', 'BLOCK', 'HIDE_AVATAR', 'MUTE'])
    const first = await list({ first: 2 })
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const rest = await list({ first: 2, after: first.pageInfo.endCursor })
    expect([types(first), types(rest)]).toEqual([
      ['MUTE', 'BLOCK'],
      ['HIDE_AVATAR', 'MUTE'],
    ])
    expect(types(await list({ last: 1, before: rest.pageInfo.startCursor }))).toEqual(['BLOCK'])
    expect(first.totalCount).toBe(4)
    const muted = await list({ filter: { types: ['MUTE'] }, first: 1 })
    expect(muted.totalCount).toBe(2)
    expect(muted.nodes.map(({ user }) => user?.id)).toEqual([linus.id])
    expect(types(await list({ filter: { types: ['MUTE', 'BLOCK'], userId: grace.id } }))).toEqual(['BLOCK', 'MUTE'])
  })

  test('are found by id and by target only by their creator', async () => {
    const { id } = await moderate(ada, grace, 'mute')
    const ids = [id, grace.id]
    const unaware = { viewerHasBlocked: false, viewerHasMuted: false }
    expect(await graph.run(About, { ids })).toEqual({
      nodes: [
        { id, type: 'MUTE', user: { id: grace.id } },
        { id: grace.id, ...unaware, viewerHasMuted: true, playerModerations: { nodes: [{ id, type: 'MUTE' }] } },
      ],
    })
    await moderate(ada, grace, 'block')
    for (const other of [grace, await aUser(app)])
      expect(await aGraphClient(app, other.api).run(About, { ids: [id, grace.id, ada.id] })).toEqual({
        nodes: [
          null,
          { id: grace.id, ...unaware, playerModerations: { nodes: [] } },
          { id: ada.id, ...unaware, playerModerations: { nodes: [] } },
        ],
      })
  })

  test('take as many statements for twenty as for two', async () => {
    const count = () => countStatements(app, () => list({ first: 20 }))
    for (let number = 0; number < 2; number++) await moderate(ada, await aUser(app), 'mute')
    const two = await count()
    for (let number = 0; number < 18; number++) await moderate(ada, await aUser(app), 'mute')
    expect(await count()).toBe(two)
    expect(two).toBeLessThanOrEqual(5)
  })
})

describe('blocked avatars', () => {
  const one = (avatarId: string) => ({ input: { avatarId } })
  const page = async (variables: VariablesOf<typeof BlockedAvatars> = {}) => {
    const { viewer } = await graph.run(BlockedAvatars, variables)
    if (!viewer) throw new Error('nobody looks')
    return viewer.blockedAvatars
  }

  test('are blocked once, listed latest first in pages, and shown again', async () => {
    const now = app.clock.now()
    const avatars = [newId('avatar', now), newId('avatar', now), newId('avatar', now)] as const
    for (const avatarId of avatars) {
      app.clock.advance(5)
      const { blockAvatar: made } = await graph.run(BlockAvatar, one(avatarId))
      expect(made.blockedAvatarEdge.node).toEqual({ id: made.blockedAvatar.id })
      expect(await graph.run(BlockAvatar, one(avatarId))).toEqual({ blockAvatar: made })
    }
    const ids = ({ nodes }: Awaited<ReturnType<typeof page>>) => nodes.map(({ avatarId }) => avatarId)
    const first = await page({ first: 2 })
    expect([ids(first), first.totalCount]).toEqual([[avatars[2], avatars[1]], 3])
    const rest = await page({ first: 2, after: first.pageInfo.endCursor })
    expect(ids(rest)).toEqual([avatars[0]])
    expect(ids(await page({ last: 1, before: rest.pageInfo.startCursor }))).toEqual([avatars[1]])
    expect(await graph.run(UnblockAvatar, one(avatars[1]))).toEqual({
      unblockAvatar: {
        deletedBlockedAvatarId: avatars[1].replace('avtr_', 'bavtr_'),
        viewer: { blockedAvatars: { nodes: [{ avatarId: avatars[2] }, { avatarId: avatars[0] }] } },
      },
    })
  })

  test('are found by id by whoever has blocked them', async () => {
    const avatarId = newId('avatar', app.clock.now())
    const { id } = (await graph.run(BlockAvatar, one(avatarId))).blockAvatar.blockedAvatar
    expect((await graph.run(BlockedAvatarNode, { id })).node).toEqual({ id, avatarId })
    expect((await aGraphClient(app, grace.api).run(BlockedAvatarNode, { id })).node).toBeNull()
  })

  test('are known at the avatar, to whoever has blocked it', async () => {
    const avatarId = await anAvatar(app, grace)
    const text = `{ avatar(id: "${avatarId}") { viewerHasBlocked } }`
    const isBlocked = async (person: TestUser) =>
      Object(await aGraphClient(app, person.api).send(text)).data.avatar.viewerHasBlocked
    await graph.run(BlockAvatar, one(avatarId))
    expect([await isBlocked(ada), await isBlocked(grace)]).toEqual([true, false])
    const end = `mutation { unblockAvatar(input: { avatarId: "${avatarId}" }) { avatar { id viewerHasBlocked } } }`
    const { data } = Object(await graph.send(end))
    expect(data.unblockAvatar.avatar).toEqual({ id: avatarId, viewerHasBlocked: false })
    expect(await isBlocked(ada)).toBe(false)
  })

  test('are refused for malformed avatar ids and cursors of other lists', async () => {
    expect(await graph.refusalCodes(BlockAvatar, one('avatar'))).toEqual(['NOT_FOUND'])
    for (const after of ['x', Buffer.from('2026-99-99T00:00:00.000Z x').toString('base64url')])
      expect(await graph.refusalCodes(BlockedAvatars, { after })).toEqual(['BAD_INPUT'])
  })
})
