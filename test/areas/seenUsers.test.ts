import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SEEN, seenByIds } from '../../src/areas/users/hot.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { aUser } from '../support/people.ts'

const app = await anApp()

const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map((one) => one.replaceAll('\0', ''))
const texts = fc.array(text, { maxLength: 4 })
const moment = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
const changes = fc.record({
  displayName: text,
  bio: text,
  bioLinks: texts,
  tags: texts,
  currentAvatarTags: texts,
  statusDescription: text,
  ageVerified: fc.boolean(),
  allowAvatarCopying: fc.boolean(),
  createdAt: moment,
  lastMobileAt: fc.option(moment),
  erasedAt: fc.option(moment, { freq: 3 }),
})

it('people by their ids are what Prisma reads of them, whatever they say of themselves', {
  timeout: 60_000,
}, async () => {
  const people = [await aUser(app), await aUser(app), await aUser(app)]
  const ids = [...people.map(({ id }) => id), newId('user', new Date())]
  const { db } = app.scope()
  await fc.assert(
    fc.asyncProperty(fc.tuple(changes, changes, changes), async (given) => {
      for (const [at, data] of given.entries()) await db.user.update({ where: { id: ids[at] ?? '' }, data })
      const expected = await db.user.findMany({ where: { id: { in: ids }, erasedAt: null }, select: SEEN })
      const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
      expect((await seenByIds(app.scope(), ids)).sort(byId)).toEqual(expected.sort(byId))
    }),
    { numRuns: 60 },
  )
})
