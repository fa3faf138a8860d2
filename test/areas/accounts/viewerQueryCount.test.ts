import { expect, test } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient, countStatements } from '../../support/graphClient.ts'
import { aUser } from '../../support/users.ts'

const app = await sharedApp()
const ada = await aUser(app)
const graph = aGraphClient(app, ada.api)
const countOf = (document: string) => countStatements(app, () => graph.send(document))

test('the viewer does not read the account when no field of it is selected', async () => {
  const nobody = await countOf('{ systemTime }')
  expect(await countOf('{ viewer { id } }')).toBe(nobody)
  expect(await countOf('{ viewer { id unreadNotificationCount } }')).toBe(nobody + 1)
  expect(await countOf('{ viewer { notifications { nodes { id } } } }')).toBe(nobody + 1)
})

test('the account is read once, however many of its fields are selected', async () => {
  const nobody = await countOf('{ systemTime }')
  expect(await countOf('{ viewer { email } }')).toBe(nobody + 1)
  expect(
    await countOf('{ viewer { id email isEmailVerified birthday deletionAt profile: user { displayName bio } } }'),
  ).toBe(nobody + 1)
})
