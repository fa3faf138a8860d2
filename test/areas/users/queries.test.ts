import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PUBLIC_USER_COLUMNS, readPublicUsersByIds } from '../../../src/areas/users/queries.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { anyText, anyTime } from '../../support/randomValues.ts'
import { rounds } from '../../support/rounds.ts'
import { aUser } from '../../support/users.ts'

const app = await sharedApp()

const texts = fc.array(anyText, { maxLength: 4 })
const changes = fc.record({
  displayName: anyText,
  bio: anyText,
  bioLinks: texts,
  tags: texts,
  currentAvatarTags: texts,
  statusDescription: anyText,
  ageVerified: fc.boolean(),
  allowAvatarCopying: fc.boolean(),
  createdAt: anyTime,
  lastMobileAt: fc.option(anyTime),
  erasedAt: fc.option(anyTime, { freq: 3 }),
})

it('people read by ids equal the rows that Prisma reads, whatever their texts', async () => {
  const people = [await aUser(app), await aUser(app), await aUser(app)]
  const ids = [...people.map(({ id }) => id), newId('user', new Date())]
  const { db } = app.scope()
  await fc.assert(
    fc.asyncProperty(fc.tuple(changes, changes, changes), async (given) => {
      for (const [at, data] of given.entries()) await db.user.update({ where: { id: ids[at] ?? '' }, data })
      const expected = await db.user.findMany({
        where: { id: { in: ids }, erasedAt: null },
        select: PUBLIC_USER_COLUMNS,
      })
      const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
      const found = (await readPublicUsersByIds(app.scope(), ids)).map(({ revision: _, ...row }) => row)
      expect(found.sort(byId)).toEqual(expected.sort(byId))
    }),
    { numRuns: rounds(60) },
  )
})
