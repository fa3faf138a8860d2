import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import type { TypedDocumentString } from '../../generated/graphql.ts'
import { graphql } from '../../generated/index.ts'
import { anApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { moderate } from '../../support/playerModerations.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const Moderations = graphql(`
  query Moderations($type: PlayerModerationType, $about: ID, $first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      playerModerations(
        type: $type
        targetUserId: $about
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        nodes { id type createdAt targetUser { id displayName moderations { nodes { type } } } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)

const About = graphql(`
  query About($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on User { moderations { nodes { id type } } }
      ... on PlayerModeration { type targetUser { id } }
    }
  }
`)

const Moderate = graphql(`
  mutation Moderate($input: ModerateUserInput!) {
    moderateUser(input: $input) {
      moderation { id type }
      user { id standing moderations { nodes { type } } }
      viewer { playerModerations { nodes { type } } }
    }
  }
`)

const Unmoderate = graphql(`
  mutation Unmoderate($input: ModerateUserInput!) {
    unmoderateUser(input: $input) {
      moderation { id }
      user { id standing moderations { nodes { type } } }
      viewer { playerModerations { nodes { type } } }
    }
  }
`)

const ClearModerations = graphql(`
  mutation ClearModerations { clearAllPlayerModerations { playerModerations { nodes { id } } } }
`)

const AvatarModerations = graphql(`
  query AvatarModerations($first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      globalAvatarModerations(first: $first, after: $after, last: $last, before: $before) {
        nodes { avatarId type createdAt }
        pageInfo { hasNextPage startCursor endCursor }
      }
    }
  }
`)

const BlockAvatar = graphql(`
  mutation BlockAvatar($input: GlobalAvatarModerationInput!) {
    createGlobalAvatarModeration(input: $input) { avatarId type createdAt }
  }
`)

const UnblockAvatar = graphql(`
  mutation UnblockAvatar($input: GlobalAvatarModerationInput!) {
    deleteGlobalAvatarModeration(input: $input) { globalAvatarModerations { nodes { avatarId } } }
  }
`)

type VariablesOf<D> = D extends TypedDocumentString<unknown, infer V> ? V : never

const app = await anApp()
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
    const { moderateUser: muted } = await graph.run(Moderate, { input: { userId: grace.id, type: 'MUTE' } })
    expect(muted).toMatchObject({ moderation: { type: 'MUTE' }, user: { id: grace.id, standing: 'ONLINE' } })
    const { moderateUser: blocked } = await graph.run(Moderate, { input: { userId: grace.id, type: 'BLOCK' } })
    expect(blocked).toMatchObject({
      user: { standing: 'OFFLINE', moderations: { nodes: [{ type: 'BLOCK' }, { type: 'MUTE' }] } },
      viewer: { playerModerations: { nodes: [{ type: 'BLOCK' }, { type: 'MUTE' }] } },
    })
    await graph.run(Moderate, { input: { userId: grace.id, type: 'UNMUTE' } })
    const { unmoderateUser } = await graph.run(Unmoderate, { input: { userId: grace.id, type: 'BLOCK' } })
    expect(unmoderateUser).toEqual({
      moderation: null,
      user: { id: grace.id, standing: 'ONLINE', moderations: { nodes: [{ type: 'UNMUTE' }] } },
      viewer: { playerModerations: { nodes: [{ type: 'UNMUTE' }] } },
    })
    expect(await graph.run(ClearModerations)).toEqual({
      clearAllPlayerModerations: { playerModerations: { nodes: [] } },
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
    const muted = await list({ type: 'MUTE' })
    expect(muted.nodes.map(({ targetUser }) => targetUser?.id)).toEqual([linus.id, grace.id])
    expect(types(await list({ type: 'MUTE', about: grace.id }))).toEqual(['MUTE'])
  })

  test('are found by id and by target only by their creator', async () => {
    const { id } = await moderate(ada, grace, 'mute')
    const ids = [id, grace.id]
    expect(await graph.run(About, { ids })).toEqual({
      nodes: [
        { id, type: 'MUTE', targetUser: { id: grace.id } },
        { id: grace.id, moderations: { nodes: [{ id, type: 'MUTE' }] } },
      ],
    })
    for (const other of [grace, await aUser(app)])
      expect(await aGraphClient(app, other.api).run(About, { ids })).toEqual({
        nodes: [null, { id: grace.id, moderations: { nodes: [] } }],
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

describe('global avatar moderations', () => {
  const wanted = (avatarId: string) => ({ input: { avatarId, type: 'BLOCK' as const } })
  const page = async (variables: VariablesOf<typeof AvatarModerations> = {}) => {
    const { viewer } = await graph.run(AvatarModerations, variables)
    if (!viewer) throw new Error('nobody looks')
    return viewer.globalAvatarModerations
  }

  test('are created once, listed latest first in pages, and removed', async () => {
    const now = app.clock.now()
    const avatars = [newId('avatar', now), newId('avatar', now), newId('avatar', now)] as const
    for (const avatarId of avatars) {
      app.clock.advance(5)
      const { createGlobalAvatarModeration: made } = await graph.run(BlockAvatar, wanted(avatarId))
      expect(await graph.run(BlockAvatar, wanted(avatarId))).toEqual({ createGlobalAvatarModeration: made })
    }
    const ids = ({ nodes }: Awaited<ReturnType<typeof page>>) => nodes.map(({ avatarId }) => avatarId)
    const first = await page({ first: 2 })
    expect(ids(first)).toEqual([avatars[2], avatars[1]])
    const rest = await page({ first: 2, after: first.pageInfo.endCursor })
    expect(ids(rest)).toEqual([avatars[0]])
    expect(ids(await page({ last: 1, before: rest.pageInfo.startCursor }))).toEqual([avatars[1]])
    expect(await graph.run(UnblockAvatar, wanted(avatars[1]))).toEqual({
      deleteGlobalAvatarModeration: {
        globalAvatarModerations: { nodes: [{ avatarId: avatars[2] }, { avatarId: avatars[0] }] },
      },
    })
  })

  test('are refused for malformed avatar ids and cursors of other lists', async () => {
    expect(await graph.refusalCodes(BlockAvatar, wanted('avatar'))).toEqual(['NOT_FOUND'])
    for (const after of ['x', Buffer.from('2026-99-99T00:00:00.000Z x').toString('base64url')])
      expect(await graph.refusalCodes(AvatarModerations, { after })).toEqual(['BAD_INPUT'])
  })
})
