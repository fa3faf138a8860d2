import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar, aPackageOf } from '../../../support/avatars.ts'
import { aListing, aProduct } from '../../../support/economy.ts'
import { favoriteAs } from '../../../support/favorites.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { statementsOf } from '../../../support/pageStatements.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
let author: TestUser
let person: TestUser
beforeEach(async () => {
  author = await aUser(app)
  person = await aUser(app)
})

const send = async (one: TestUser, text: string, variables: object = {}) =>
  Object(await aGraphClient(app, one.api).send(text, variables))
const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)

/** Public avatars of the author that searches find, the least popular first; each has a package. */
async function searchable(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const id = await anAvatar(app, author, { name: `Fox ${at}` })
    await app.scope().db.avatar.update({ where: { id }, data: { searchable: true, popularity: at } })
    await aPackageOf(app, id)
    ids.push(id)
  }
  return ids
}

async function license({ id: userId }: TestUser, avatarId: string) {
  const { db, now } = app.scope()
  const given = { forType: 'avatar', forId: avatarId, forAction: 'wear', source: 'admin:test', createdAt: now }
  await db.licenseGrant.create({ data: { id: newId('licenseGrant', now), userId, ...given } })
}

const LISTED = `id name description imageUrl thumbnailUrl isFeatured isSearchable tags version isLocked createdAt updatedAt
  author { id displayName } packages { platform unityVersion assetVersion performanceRating assetUrl }`

describe('lists of avatars', () => {
  it('have the avatars of a style, be it their first or their second', async () => {
    const [first, second, none] = await searchable(3)
    const { db, now } = app.scope()
    const style = await db.avatarStyle.create({ data: { id: newId('avatarStyle', now), name: `Style ${author.id}` } })
    const other = newId('avatarStyle', now)
    await db.avatar.update({ where: { id: first ?? '' }, data: { primaryStyleId: style.id } })
    await db.avatar.update({ where: { id: second ?? '' }, data: { secondaryStyleId: style.id } })
    const text = `query($styleIds: [ID!]) { avatars(sort: POPULARITY, ascending: true,
      filter: { authorId: "${author.id}", styleIds: $styleIds }) { totalCount nodes { id } } }`
    const found = async (styleIds?: readonly string[]) => {
      const { totalCount, nodes } = (await send(person, text, { styleIds })).data.avatars
      expect(totalCount).toBe(nodes.length)
      return idsOf(nodes)
    }
    expect(await found([style.id, other])).toEqual([first, second])
    expect(await found([other])).toEqual([])
    expect(await found()).toEqual([first, second, none])
  })

  it('have the avatars of the REST API in its order, page by page', async () => {
    const ids = await searchable(5)
    await anAvatar(app, author, { name: 'not searchable' })
    const wanted = { userId: author.id, sort: 'popularity' } as const
    const known = await person.api.call('searchAvatars', { query: wanted })
    expect(idsOf(known)).toEqual(ids.toReversed())
    const text = `query($after: String, $ascending: Boolean) { avatars(first: 2, after: $after, ascending: $ascending,
      filter: { authorId: "${author.id}" }) { totalCount nodes { ${LISTED} } pageInfo { hasNextPage endCursor } } }`
    const page = async (after: string | null): Promise<{ readonly id: string }[]> => {
      const { nodes, totalCount, pageInfo } = (await send(person, text, { after })).data.avatars
      expect(totalCount).toBe(5)
      return pageInfo.hasNextPage ? [...nodes, ...(await page(pageInfo.endCursor))] : nodes
    }
    const found = await page(null)
    expect(found).toMatchObject(
      known.map(({ id, name, imageUrl, thumbnailImageUrl, version, lock, authorName, created_at: createdAt }) => ({
        ...{ id, name, imageUrl, thumbnailUrl: thumbnailImageUrl, version, isLocked: lock, createdAt },
        author: { displayName: authorName },
        packages: [{ platform: 'standalonewindows', assetUrl: null }],
      })),
    )
    const ascending = await send(person, text, { ascending: true })
    expect(idsOf(ascending.data.avatars.nodes)).toEqual(ids.slice(0, 2))
  })

  it('of the viewer have every status that is asked for', async () => {
    const [open, closed, hidden] = [
      await anAvatar(app, author),
      await anAvatar(app, author, { releaseStatus: 'private' }),
      await anAvatar(app, author, { releaseStatus: 'hidden' }),
    ]
    const list = async (args: string) =>
      new Set(idsOf((await send(author, `{ viewer { avatars${args} { nodes { id } } } }`)).data.viewer.avatars.nodes))
    expect(await list('')).toEqual(new Set([open, closed]))
    expect(await list('(filter: { anyStatus: true })')).toEqual(new Set([open, closed, hidden]))
    expect(await list('(filter: { releaseStatus: HIDDEN })')).toEqual(new Set([hidden]))
  })

  it('of favorites and licenses have what the viewer can see', async () => {
    const [first, second, gone] = [
      await anAvatar(app, author),
      await anAvatar(app, author),
      await anAvatar(app, author),
    ]
    for (const id of [first, second, gone]) await favoriteAs(person, 'avatar', id, 'avatars1')
    const closed = await anAvatar(app, author, { releaseStatus: 'private' })
    await license(person, closed)
    await app.scope().db.avatar.update({ where: { id: gone }, data: { releaseStatus: 'private' } })
    const { viewer } = (
      await send(person, '{ viewer { favoriteAvatars { totalCount nodes { id } } licensedAvatars { nodes { id } } } }')
    ).data
    expect(viewer).toEqual({
      favoriteAvatars: { totalCount: 2, nodes: [{ id: second }, { id: first }] },
      licensedAvatars: { nodes: [{ id: closed }] },
    })
    const text = `query($tags: [String!]) { favoriteAvatars(userId: "${person.id}", filter: { tags: $tags }) { nodes { id } } }`
    expect(idsOf((await send(person, text, { tags: ['avatars1'] })).data.favoriteAvatars.nodes)).toEqual([
      second,
      first,
    ])
    expect((await send(author, text, { tags: ['avatars1'] })).errors[0].extensions.reason).toBe('NOT_OWN')
  })

  it('are sorted by reports for admins alone', async () => {
    const text = '{ avatars(sort: REPORT_COUNT, first: 1) { nodes { id } } }'
    expect((await send(person, text)).errors[0].extensions).toMatchObject({ reason: 'ADMIN_ONLY' })
    expect((await send(await anAdmin(app), text)).errors).toBeUndefined()
  })

  it('take as many statements for many avatars as for few', async () => {
    const ids = await searchable(12)
    for (const id of ids) {
      const productId = await aProduct(app, author, { avatarIds: [id] })
      await aListing(app, author, { productIds: [productId] })
      await favoriteAs(person, 'avatar', id, 'avatars1')
      const { db, now } = app.scope()
      await db.impostorJob.create({
        data: {
          id: id.slice('avtr_'.length),
          avatarId: id,
          requesterId: author.id,
          state: 'DONE',
          createdAt: now,
          updatedAt: now,
        },
      })
    }
    const text = `query($first: Int!) { avatars(first: $first, filter: { authorId: "${author.id}" }) { nodes { ${LISTED}
      viewerCanWear viewerCanUpdate viewerCanWearAsFallback lowestPrice favorite { id } primaryStyle { id }
      impostorJob { id state } listings { nodes { price } } jamSubmissions { nodes { id } } gallery { nodes { id } } } } }`
    const count = async (one: TestUser, first: number) => {
      const statements = await statementsOf(app, async () => {
        expect((await send(one, text, { first })).data.avatars.nodes).toHaveLength(first)
      })
      return statements.length
    }
    for (const one of [person, author]) {
      await count(one, 12)
      expect(await count(one, 12)).toBe(await count(one, 2))
    }
  })
})
