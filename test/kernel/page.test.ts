import { describe, expect, it } from 'vitest'
import { listFavorites } from '../../src/areas/favorites/favorites.ts'
import { favoritesByGroups } from '../../src/areas/favorites/queries.ts'
import { byText, latestFirst } from '../../src/edges/graphql/resolvers/pagination.ts'
import type { Favorite } from '../../src/generated/prisma/client.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { KeysetPage, TimeKey } from '../../src/kernel/page.ts'
import { sharedApp } from '../support/app.ts'
import { viewerScopeOf } from '../support/scopes.ts'
import { aUser } from '../support/users.ts'

const app = await sharedApp()
const LIMIT = 3
const keyOf = ({ createdAt, id }: Favorite): TimeKey => [createdAt, id]
const idsOf = (rows: readonly Favorite[]) => rows.map(({ id }) => id)

/** Reads a list page by page to its end. */
async function readAll(descending: boolean, read: (page: KeysetPage) => Promise<Favorite[]>) {
  const found: Favorite[] = []
  let last: Favorite | undefined
  do {
    const bound = last && { [descending ? 'below' : 'above']: keyOf(last) }
    const rows: Favorite[] = await read({ ...bound, descending, limit: LIMIT })
    found.push(...rows)
    last = rows.at(-1)
  } while (last)
  return idsOf(found)
}

/** Favorites of a new user in two groups; three of each group have equal times. */
async function aListWithTies() {
  const person = await aUser(app)
  const now = new Date()
  const favorites = Array.from({ length: 14 }, (_, number) => ({
    id: newId('favorite', now),
    userId: person.id,
    type: 'world',
    favoriteId: newId('world', now),
    group: number % 2 === 0 ? 'worlds1' : 'worlds2',
    createdAt: new Date(now.getTime() + Math.floor(number / 6)),
  }))
  await app.scope().db.favorite.createMany({ data: favorites })
  const sorted = favorites.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
  return { scope: viewerScopeOf(app, person), sorted }
}

describe.each([false, true])('a keyset page, descending: %s', (descending) => {
  it('continues without gaps or duplicates between rows of equal time', async () => {
    const { scope, sorted } = await aListWithTies()
    const expected = idsOf(descending ? sorted.toReversed() : sorted)
    expect(await readAll(descending, (page) => listFavorites(scope, {}, page))).toEqual(expected)
  })

  it('respects both bounds', async () => {
    const { scope, sorted } = await aListWithTies()
    const [first, ...between] = sorted
    const last = between.pop()
    const bounds = { above: first && keyOf(first), below: last && keyOf(last) }
    const rows = await listFavorites(scope, {}, { ...bounds, descending, limit: 100 })
    expect(idsOf(rows)).toEqual(idsOf(descending ? between.toReversed() : between))
  })

  it('is read per parent', async () => {
    const { scope, sorted } = await aListWithTies()
    const groups = [{ type: 'world', name: 'worlds1' } as const, { type: 'world', name: 'worlds2' } as const]
    const inOrder = descending ? sorted.toReversed() : sorted
    const found = await favoritesByGroups(scope, groups, { descending, limit: LIMIT })
    for (const { name } of groups) {
      const ofGroup = ({ group }: Favorite) => group === name
      expect(idsOf(found.filter(ofGroup))).toEqual(idsOf(inOrder.filter(ofGroup).slice(0, LIMIT)))
      const paged = await readAll(descending, (page) =>
        favoritesByGroups(
          scope,
          groups.filter((one) => one.name === name),
          page,
        ),
      )
      expect(paged).toEqual(idsOf(inOrder.filter(ofGroup)))
    }
  })
})

describe('a cursor', () => {
  const order = latestFirst(['createdAt', 'id'], /^prop_\S{36}$/)
  const id = newId('prop', new Date())

  it('encodes the key of its row', () => {
    const createdAt = new Date('2026-03-01T12:00:00.123Z')
    expect(order.parseKey(order.keyText({ createdAt, id }), 'after')).toEqual([createdAt, id])
    expect(byText('name', 'ascending').parseKey('two words', 'after')).toEqual(['two words'])
  })

  it.each([
    '',
    'nonsense',
    `2026-02-30T00:00:00.000Z ${id}`,
    `2026-01-01 ${id}`,
    `0000-01-01T00:00:00.000Z ${id}`,
    `+010000-01-01T00:00:00.000Z ${id}`,
    '2026-01-01T00:00:00.000Z',
    `2026-01-01T00:00:00.000Z ${newId('world', new Date())}`,
    `2026-01-01T00:00:00.000Z ${id} more`,
  ])('of another list is refused: %s', (text) => {
    expect(() => order.parseKey(text, 'after')).toThrow('after must be a cursor of this list')
  })
})
