import { beforeAll, expect, it } from 'vitest'
import { anApp, type TestApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { aGroup } from '../../../support/groups.ts'
import { mutate, query } from '../../../support/jams.ts'
import { aPrint, aProp } from '../../../support/props.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

let app: TestApp
let author: TestUser
let viewer: TestUser
beforeAll(async () => {
  app = await anApp()
  ;[author, viewer] = [await aUser(app), await aUser(app)]
})

const TYPES = ['User', 'World', 'Avatar', 'Group', 'Prop', 'Print']
const FIELDS = TYPES.map((type) => `... on ${type} { viewerCanReport }`).join(' ')
const canReport = async (id: string, person = viewer) =>
  (await query(app, person, `{ node(id: "${id}") { ${FIELDS} } }`)).node?.viewerCanReport
/** Whether a report of that type is accepted. */
async function isAccepted(type: string, contentId: string, person = viewer): Promise<boolean> {
  const choice = { user: ['text', 'spam'], world: ['content', 'hate'] }[type] ?? ['content', 'hate']
  const [category, reason] = choice
  return (
    (await mutate(app, person, 'submitModerationReport', { type, category, reason, contentId })).error === undefined
  )
}

it('agrees with what is accepted, of people and worlds', async () => {
  const worldId = await aWorld(app, author)
  expect([await canReport(author.id), await isAccepted('user', author.id)]).toEqual([true, true])
  expect([await canReport(viewer.id), await isAccepted('user', viewer.id)]).toEqual([false, false])
  expect([await canReport(worldId), await isAccepted('world', worldId)]).toEqual([true, true])
  await author.api.call('deleteWorld', { worldId })
  expect([await canReport(worldId, author), await isAccepted('world', worldId, author)]).toEqual([false, false])
  expect(await canReport(worldId)).toBeUndefined()
})

it('is true of avatars, groups and props, and of photos as soon as the form offers a type for them', async () => {
  const { id: groupId } = await aGroup(app)
  const [avatarId, propId] = [await anAvatar(app, author), await aProp(app, author)]
  const known = [await canReport(avatarId), await canReport(groupId), await canReport(propId, author)]
  expect(known).toEqual([true, true, true])
  const printId = String(Object(await aPrint(author)).id)
  expect(await canReport(printId, author)).toBe(false)
  const value = { user: { text: ['spam'] }, content: { content: ['hate'] } }
  expect(
    (await mutate(app, await anAdmin(app), 'setConfigEntry', { key: 'reportOptions', value })).error,
  ).toBeUndefined()
  expect([await canReport(printId, author), await canReport(propId, author)]).toEqual([true, true])
})
