import { beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { aRegisteredUser, aUser, type TestUser } from '../../support/users.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

/** Values that differ from user to user. */
const OWN_VALUES = /^(id|userId|username|displayName|email|address|passwordHash|tokenHash)(Key|Skeleton)?$/

const withoutOwnValues = (row: object) =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !OWN_VALUES.test(column))
      .map(([column, value]) => [column, value instanceof Date && column !== 'birthday' ? 'a time' : value]),
  )

async function rowsOf({ id }: TestUser) {
  const { db } = app.scope()
  const where = { userId: id }
  const rows = [
    await db.user.findUniqueOrThrow({ where: { id } }),
    await db.account.findUniqueOrThrow({ where }),
    await db.session.findFirstOrThrow({ where }),
    await db.loginPlace.findFirstOrThrow({ where }),
  ]
  return rows.map(withoutOwnValues)
}

it('a user whom tests insert has the rows of a registered one', async () => {
  const [inserted, registered] = [await aUser(app), await aRegisteredUser(app)]
  expect(await rowsOf(inserted)).toEqual(await rowsOf(registered))
  const [own, other] = [await inserted.api.call('getCurrentUser'), await registered.api.call('getCurrentUser')]
  expect(Object.keys(own)).toEqual(Object.keys(other))
  expect(own).toMatchObject({ id: inserted.id, username: inserted.username, hasEmail: true, emailVerified: false })
})
