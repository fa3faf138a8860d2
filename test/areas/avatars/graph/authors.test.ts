import { beforeEach, describe, expect, it } from 'vitest'
import { addMilliseconds } from '../../../../src/kernel/clock.ts'
import { sharedApp } from '../../../support/app.ts'
import { aListedAvatar } from '../../../support/avatarLists.ts'
import { anAvatar, aPackageOf } from '../../../support/avatars.ts'
import { aGraphClient, countStatements } from '../../../support/graphClient.ts'
import { block, unblock } from '../../../support/playerModerations.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const { db } = app.scope()
const [viewer, admin] = [await aUser(app), await anAdmin(app)]
let author: TestUser
beforeEach(async () => {
  author = await aUser(app)
})

/** Avatars of a person that searches find, the latest change first. */
async function listedAvatars(count: number, { id }: TestUser): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const updatedAt = addMilliseconds(app.clock.now(), at)
    const avatarId = await aListedAvatar(app, { id }, { name: 'Crowd', updatedAt })
    await aPackageOf(app, avatarId)
    ids.unshift(avatarId)
  }
  return ids
}

const PAGE = `query($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { user(id: $id) {
  avatars(first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { id name author { id } packages { platform } } pageInfo { hasNextPage startCursor endCursor }
  } } }`

const send = async ({ api }: TestUser, text: string, variables: object) =>
  Object(await aGraphClient(app, api).send(text, variables))

/** What somebody finds of the author. */
async function read(by: TestUser, args: object = {}) {
  const { data, errors } = await send(by, PAGE, { id: author.id, ...args })
  expect(errors).toBeUndefined()
  const { nodes, totalCount, pageInfo } = data.user.avatars
  return { ids: Object(nodes).map(({ id }: { readonly id: string }) => id), nodes, totalCount, pageInfo }
}

describe('User.avatars', () => {
  it('pages through the avatars of a person from both ends, the latest change first', async () => {
    const ids = await listedAvatars(5, author)
    const first = await read(viewer, { first: 2 })
    expect(first).toMatchObject({ ids: ids.slice(0, 2), totalCount: 5, pageInfo: { hasNextPage: true } })
    expect(first.nodes[0]).toMatchObject({
      ...{ name: 'Crowd', author: { id: author.id } },
      packages: [{ platform: 'standalonewindows' }],
    })
    const rest = await read(viewer, { first: 9, after: first.pageInfo.endCursor })
    expect(rest).toMatchObject({ ids: ids.slice(2), totalCount: 5, pageInfo: { hasNextPage: false } })
    expect((await read(viewer, { last: 2, before: rest.pageInfo.startCursor })).ids).toEqual(ids.slice(0, 2))
    const { errors } = await send(viewer, PAGE, { id: author.id, after: 'nonsense' })
    expect(errors[0].extensions.code).toBe('BAD_INPUT')
  })

  it('has what searches of the viewer find, and no more for the author', async () => {
    const featured = await aListedAvatar(app, author, { searchable: false, featured: true })
    const unlisted = await anAvatar(app, author)
    for (const releaseStatus of ['private', 'hidden']) await aListedAvatar(app, author, { releaseStatus })
    for (const person of [viewer, author, admin]) {
      const { ids, totalCount } = await read(person)
      const found = await person.api.call('searchAvatars', { query: { userId: author.id } })
      expect(new Set(ids)).toEqual(new Set(person === admin ? [featured, unlisted] : [featured]))
      expect(totalCount).toBe(ids.length)
      if (person !== author) expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids))
    }
  })

  it('has none while one of both blocks the other', async () => {
    const [id] = await listedAvatars(1, author)
    for (const [one, other] of [
      [viewer, author],
      [author, viewer],
    ] as const) {
      await block(one, other)
      expect(await read(viewer)).toMatchObject({ ids: [], totalCount: 0 })
      expect(await read(admin)).toMatchObject({ ids: [id], totalCount: 1 })
      await unblock(one, other)
      expect(await read(viewer)).toMatchObject({ ids: [id], totalCount: 1 })
    }
  })

  it('has none that the viewer has blocked', async () => {
    const [shown, blocked = ''] = await listedAvatars(2, author)
    const { errors } = await send(
      viewer,
      'mutation($id: ID!) { blockAvatar(input: { avatarId: $id }) { clientMutationId } }',
      { id: blocked },
    )
    expect(errors).toBeUndefined()
    expect(await read(viewer)).toMatchObject({ ids: [shown], totalCount: 1 })
    expect((await read(author)).ids).toEqual([shown, blocked])
  })

  it('is read in as many statements for many people as for one', async () => {
    const people = [author, await aUser(app), await aUser(app)]
    for (const person of people) await listedAvatars(4, person)
    const text = `query($ids: [ID!]!) { nodes(ids: $ids) { ... on User {
      avatars(first: 3) { totalCount nodes { id name isLocked author { displayName } } pageInfo { hasNextPage } } } } }`
    const ids = people.map(({ id }) => id)
    const { data } = await send(viewer, text, { ids })
    for (const [at, { avatars }] of Object(data).nodes.entries()) {
      expect(avatars).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } })
      expect(avatars.nodes).toHaveLength(3)
      const by = await db.user.findUniqueOrThrow({ where: { id: ids[at] ?? '' } })
      for (const node of avatars.nodes) expect(node.author.displayName).toBe(by.displayName)
    }
    const one = await countStatements(app, () => send(viewer, text, { ids: ids.slice(0, 1) }))
    expect(await countStatements(app, () => send(viewer, text, { ids }))).toBe(one)
  })
})
