import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Prop } from '../../src/generated/prisma/client.ts'
import { newId } from '../../src/kernel/ids.ts'
import { conditionSql, meetsCondition, type RowCondition } from '../../src/kernel/rowCondition.ts'
import { sharedApp } from '../support/app.ts'
import { rounds } from '../support/rounds.ts'
import { aUser } from '../support/users.ts'

const app = await sharedApp()
const { db, sql } = app.scope()

type Columns = Pick<Prop, 'authorId' | 'deletedAt' | 'name' | 'spawnType' | 'createdAt' | 'tags'>
type Condition = RowCondition<Columns>

const people = await Promise.all([aUser(app), aUser(app)])
const authorId = fc.constantFrom(...people.map(({ id }): string => id))
const time = fc.constantFrom(new Date('2026-01-01T00:00:00.001Z'), new Date('2026-01-02'))
const number = fc.integer({ min: 0, max: 2 })
const text = fc.constantFrom('', 'a', "it's")
const texts = fc.array(text, { maxLength: 2 })

/** Props with every value that conditions compare with, of which deletedAt may be null. */
const rows = await Promise.all(
  fc
    .sample(
      fc.record({ authorId, deletedAt: fc.option(time), name: text, spawnType: number, createdAt: time, tags: texts }),
      30,
    )
    .map((row) => {
      const about = { description: '', imageUrl: '', releaseStatus: 'private', worldPlacementMask: 0 }
      return db.prop.create({ data: { id: newId('prop', new Date()), ...row, ...about, updatedAt: row.createdAt } })
    }),
)
const ids = rows.map(({ id }) => id)

const ordered = <V>(values: fc.Arbitrary<V>) =>
  fc.oneof(
    values,
    fc.record({ gt: values }),
    fc.record({ gte: values }),
    fc.record({ lt: values }),
    fc.record({ lte: values, not: values }),
    fc.record({ in: fc.array(values, { maxLength: 2 }) }),
    fc.record({ notIn: fc.array(values, { maxLength: 2 }) }),
  )

const isNotEmpty = (condition: Condition) => Object.keys(condition).length > 0

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.record(
      {
        authorId: ordered(authorId),
        deletedAt: fc.oneof(ordered(time), fc.constant(null), fc.constant({ not: null })),
        name: ordered(text),
        spawnType: ordered(number),
        createdAt: ordered(time),
        tags: fc.oneof(fc.record({ hasSome: texts }), fc.constant({ isEmpty: true as const })),
      },
      { requiredKeys: [] },
    ),
    fc.record({ OR: fc.array(tie('condition').filter(isNotEmpty), { minLength: 1, maxLength: 3 }) }),
    fc.record({ AND: fc.array(tie('condition').filter(isNotEmpty), { minLength: 1, maxLength: 3 }) }),
    fc.record({ NOT: tie('condition').filter(isNotEmpty) }),
  ),
}))

const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).sort()

it('a condition means the same to Prisma, in SQL and for a row', async () => {
  await fc.assert(
    fc.asyncProperty(condition, async (where) => {
      const wanted = idsOf(await db.prop.findMany({ where: { AND: [{ id: { in: ids } }, where] } }))
      const found = await sql<{ id: string }>`
        SELECT p.id FROM "Prop" AS p WHERE p.id = ANY(${ids}) AND ${conditionSql('p', where)}`
      expect(idsOf(found)).toEqual(wanted)
      expect(idsOf(rows.filter((row) => meetsCondition<Columns>(row, where)))).toEqual(wanted)
    }),
    { numRuns: rounds(150) },
  )
})

it('an unknown comparison is refused', () => {
  const where = Object({ name: { startsWith: 'a' } })
  expect(() => conditionSql('p', where)).toThrow('unknown comparison: startsWith')
})

it.each([[{ OR: [] }], [{ OR: [{}, { name: 'a' }] }]])(
  '%j is refused, which Prisma takes for true',
  (where: Condition) => {
    expect(() => conditionSql('p', where)).toThrow('an empty OR')
    expect(() => rows.filter((row) => meetsCondition<Columns>(row, where))).toThrow('an empty OR')
  },
)
