import { expect, test } from 'vitest'
import { anApp } from '../support/app.ts'
import { aGraph, statementsOf } from '../support/graph.ts'
import { aUser } from '../support/people.ts'

const app = await anApp()
const ada = await aUser(app)
const graph = aGraph(app, ada.api)
const countOf = (document: string) => statementsOf(app, () => graph.send(document))

test('the viewer costs no read of the account where nothing of it is asked for', async () => {
  const nobody = await countOf('{ systemTime }')
  expect(await countOf('{ viewer { id } }')).toBe(nobody)
  expect(await countOf('{ viewer { id unreadNotificationCount } }')).toBe(nobody + 1)
  expect(await countOf('{ viewer { notifications { nodes { id } } } }')).toBe(nobody + 1)
})

test('the account is read once, however much of it is asked for', async () => {
  const nobody = await countOf('{ systemTime }')
  expect(await countOf('{ viewer { email } }')).toBe(nobody + 1)
  expect(
    await countOf('{ viewer { id email emailVerified birthday deletionAt profile: user { displayName bio } } }'),
  ).toBe(nobody + 1)
})
