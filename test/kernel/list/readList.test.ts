import { describe, expect, it } from 'vitest'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import {
  type ListPage,
  ONE_RANK,
  type Rank,
  type RankedKey,
  type SortKey,
  type SqlList,
} from '../../../src/kernel/list/pageSql.ts'
import {
  countLists,
  countPerParent,
  countRows,
  readPage,
  readPagePerParent,
  readPages,
  readRankedPage,
} from '../../../src/kernel/list/readList.ts'
import { sharedApp } from '../../support/app.ts'

const scope = (await sharedApp()).scope()

interface Item {
  readonly id: string
  readonly parent: string
  readonly score: number
  readonly at: Date
  readonly isFirst: boolean
  readonly isOwn: boolean
}

/** Rows of which several have equal scores and times. */
const ITEMS: readonly Item[] = Array.from({ length: 30 }, (_, number) => ({
  id: `item${String((number * 7) % 30).padStart(2, '0')}`,
  parent: `parent${number % 3}`,
  score: Math.floor(number / 4) % 4,
  at: new Date(Date.UTC(2026, 0, 1 + (number % 5))),
  isFirst: number % 4 === 1,
  isOwn: number % 3 === 0,
}))

const FROM = Prisma.sql`jsonb_to_recordset(${JSON.stringify(ITEMS)}::jsonb)
  AS t (id text, parent text, score int, at timestamptz, "isFirst" boolean, "isOwn" boolean)`
const IS_FIRST = [Prisma.raw('t."isFirst"'), Prisma.raw('NOT t."isFirst"')]
const FIRST_BEFORE_OTHERS: readonly Rank[] = IS_FIRST.map((where) => ({ where }))
const IS_OWN = [Prisma.raw('t."isOwn"'), Prisma.raw('NOT t."isOwn"')]

/** A list with the values by which its rows are sorted, which are also those of its keys. */
interface Declared {
  readonly list: SqlList
  readonly ranks: readonly Rank[]
  readonly valuesOf: (item: Item) => readonly (Date | number | string)[]
}

const key = (name: string, type: SortKey['type'], descending: boolean): SortKey => ({
  ...{ by: Prisma.raw(`t."${name}"`), type, descending },
})
const plain = { alias: 't', from: FROM, where: [] }
const byScore = (directions: readonly [boolean, boolean]): Declared => ({
  list: { ...plain, order: [key('score', 'bigint', directions[0]), key('id', 'text', directions[1])] },
  ranks: ONE_RANK,
  valuesOf: ({ score, id }) => [score, id],
})
const byTime: Declared = {
  list: { ...plain, order: [key('at', 'timestamptz', false), key('score', 'bigint', true), key('id', 'text', false)] },
  ranks: ONE_RANK,
  valuesOf: ({ at, score, id }) => [at, score, id],
}
const withParts = (
  { list, valuesOf }: Declared,
  { ranks = ONE_RANK, ...more }: Partial<SqlList & Declared>,
): Declared => ({ list: { ...list, ...more }, ranks, valuesOf })

const LISTS: Readonly<Record<string, Declared>> = {
  ascending: byScore([false, false]),
  descending: byScore([true, true]),
  'in mixed directions': byScore([true, false]),
  'by three keys': byTime,
  'planned for its values': withParts(byTime, { plan: 'custom' }),
  'with ranks': withParts(byScore([true, true]), { ranks: FIRST_BEFORE_OTHERS }),
  'with branches': withParts(byScore([true, false]), { branches: IS_OWN }),
  'with ranks and branches': withParts(byTime, { ranks: FIRST_BEFORE_OTHERS, branches: IS_OWN }),
  'with an empty rank': withParts(byTime, {
    ranks: [{ where: Prisma.raw('false') }, { where: Prisma.raw('true'), plan: 'kept' }],
  }),
}

const rankOf = ({ ranks }: Declared, { isFirst }: Item): number => {
  if (ranks === ONE_RANK) return 0
  return ranks === FIRST_BEFORE_OTHERS ? Number(!isFirst) : 1
}

function compare(declared: Declared, a: Item, b: Item): number {
  const ranks = rankOf(declared, a) - rankOf(declared, b)
  if (ranks !== 0) return ranks
  const [left, right] = [declared.valuesOf(a), declared.valuesOf(b)]
  for (const [at, { descending = false }] of declared.list.order.entries()) {
    const [one, other] = [left[at] ?? '', right[at] ?? '']
    if (+(one > other) !== +(one < other)) return one > other === descending ? -1 : 1
  }
  return 0
}

const sorted = (declared: Declared) => ITEMS.toSorted((a, b) => compare(declared, a, b))
const idsOf = (rows: readonly Pick<Item, 'id'>[]) => rows.map(({ id }) => id)
const SELECT_ID = { select: Prisma.raw('t.id') }
const read = async ({ list, ranks }: Declared, page: ListPage<RankedKey>) =>
  idsOf(await readRankedPage<{ id: string }>(scope, { ...list, ranks }, page, SELECT_ID))
const readPlain = async ({ list }: Declared, page: ListPage) =>
  idsOf(await readPage<{ id: string }>(scope, list, page, SELECT_ID))
const keyOf = (declared: Declared, item: Item): RankedKey => ({
  rank: rankOf(declared, item),
  values: declared.valuesOf(item),
})

describe.each(Object.keys(LISTS))('a list %s', (name) => {
  const declared = LISTS[name] ?? byTime
  const { list } = declared
  const all = sorted(declared)

  it('has pages by offset, in both directions', async () => {
    for (const [limit, offset] of [
      [100, 0],
      [4, 0],
      [7, 5],
      [30, 6],
      [5, 28],
      [5, 30],
      [5, 99],
      [0, 0],
    ] as const) {
      const ids = idsOf(all.slice(offset, offset + limit))
      expect(await read(declared, { limit, offset, descending: false }), `${limit} from ${offset}`).toEqual(ids)
      const reversed = idsOf(all.toReversed().slice(offset, offset + limit))
      expect(await read(declared, { limit, offset, descending: true }), `${limit} from ${offset}`).toEqual(reversed)
    }
  })

  it('has pages between any two keys, in both directions', async () => {
    for (const [from, to] of [
      [0, 29],
      [3, 9],
      [6, 20],
      [12, 13],
      [9, 9],
      [28, 29],
    ] as const) {
      const [first, last] = [all[from], all[to]]
      if (!first || !last) throw new Error('there are fewer rows')
      const between = all.slice(from + 1, Math.max(from + 1, to))
      const bounds = { above: keyOf(declared, first), below: keyOf(declared, last) }
      expect(await read(declared, { ...bounds, limit: 6, descending: false })).toEqual(idsOf(between.slice(0, 6)))
      expect(await read(declared, { ...bounds, limit: 6, descending: true })).toEqual(
        idsOf(between.toReversed().slice(0, 6)),
      )
    }
  })

  if (declared.ranks !== ONE_RANK) return

  it('has pages between two keys without a rank', async () => {
    const [first, last] = [all[3], all[12]]
    if (!first || !last) throw new Error('there are fewer rows')
    const bounds = { above: declared.valuesOf(first), below: declared.valuesOf(last) }
    expect(await readPlain(declared, { ...bounds, limit: 6, descending: false })).toEqual(idsOf(all.slice(4, 10)))
    expect(await readPlain(declared, { ...bounds, limit: 6, descending: true })).toEqual(
      idsOf(all.slice(4, 12).toReversed().slice(0, 6)),
    )
  })

  it('is counted as a whole', async () => {
    expect(await countRows(scope, { ...list, where: [Prisma.raw('t.score > 0')] })).toBe(
      ITEMS.filter(({ score }) => score > 0).length,
    )
  })

  it.each([undefined, IS_FIRST])('is counted up to a number, with branches or without', async (branches) => {
    for (const countedAtMost of [0, 5, ITEMS.length, ITEMS.length + 1]) {
      const counted = { ...plain, ...(branches && { branches }), countedAtMost }
      expect(await countRows(scope, counted)).toBe(Math.min(countedAtMost, ITEMS.length))
    }
  })

  it('has a page of each parent, in the order of the list', async () => {
    const parent = ['parent2', 'parent0', 'unknown']
    const page = { limit: 4, descending: false }
    const rows = await readPagePerParent<Pick<Item, 'id' | 'parent'>>(scope, { list, parents: { parent } }, page, {
      select: Prisma.raw('t.id, t.parent'),
    })
    const firstOf = (wanted: string) => all.filter((item) => item.parent === wanted).slice(0, 4)
    const expected = [...firstOf('parent0'), ...firstOf('parent2')].sort((a, b) => compare(declared, a, b))
    expect(idsOf(rows)).toEqual(idsOf(expected))
    const counts = new Map(await countPerParent(scope, list, ['parent', parent]))
    expect(counts).toEqual(
      new Map([
        ['parent0', 10],
        ['parent2', 10],
      ]),
    )
  })

  it('is read together with others', async () => {
    const ofParent = (parent: string) => ({ key: parent, list: { ...list, where: [Prisma.sql`t.parent = ${parent}`] } })
    const lists = ['parent1', 'parent0', 'unknown'].map(ofParent)
    const rows = await readPages<Pick<Item, 'id'>>(scope, lists, { limit: 3, descending: true }, SELECT_ID)
    for (const parent of ['parent0', 'parent1']) {
      const last = all
        .filter((item) => item.parent === parent)
        .toReversed()
        .slice(0, 3)
      expect(idsOf(rows.filter(({ listKey }) => listKey === parent))).toEqual(idsOf(last))
    }
    expect(rows).toHaveLength(6)
    expect(await countLists(scope, lists)).toEqual([
      ['parent1', 10],
      ['parent0', 10],
      ['unknown', 0],
    ])
    expect([
      await readPages(scope, [], { limit: 3, descending: true }, SELECT_ID),
      await countLists(scope, []),
    ]).toEqual([[], []])
  })
})

it('reads a page by way of the last rows of a list whose length is known', async () => {
  const declared = byScore([true, false])
  const [all, length] = [sorted(declared), Prisma.sql`${ITEMS.length}::bigint`]
  for (const [limit, offset] of [
    [7, 20],
    [7, 28],
    [7, 30],
    [7, 99],
    [30, 0],
  ] as const) {
    const page = { limit, offset, length, descending: false }
    expect(await readPlain(declared, page)).toEqual(idsOf(all.slice(offset, offset + limit)))
    expect(await readPlain(declared, { ...page, descending: true })).toEqual(
      idsOf(all.toReversed().slice(offset, offset + limit)),
    )
  }
})

it('selects columns of joins to a list, and of its ranks and sort keys', async () => {
  const declared = withParts(byScore([false, false]), {
    columns: Prisma.raw('t.score + 1 AS more'),
    ranks: FIRST_BEFORE_OTHERS,
  })
  const columns = {
    select: Prisma.raw('page.id, page.more, page.rank, page.sort0, parent.name'),
    joins:
      Prisma.raw(`JOIN (VALUES ('parent0', 'first'), ('parent1', 'second'), ('parent2', 'third')) AS parent (id, name)
      ON parent.id = page.parent`),
  }
  const [row] = await readRankedPage(
    scope,
    { ...declared.list, ranks: declared.ranks },
    { limit: 1, descending: false },
    { ...columns, alias: 'page' },
  )
  const [first] = sorted(declared)
  expect(row).toMatchObject({ id: first?.id, more: (first?.score ?? 0) + 1, rank: 0, sort0: first?.score })
})
