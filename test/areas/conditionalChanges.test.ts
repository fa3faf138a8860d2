import { readFileSync } from 'node:fs'
import { buildSchema, isInputObjectType } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { anAvatar } from '../support/avatars.ts'
import { anEvent } from '../support/calendar.ts'
import { createdListing, createdProduct } from '../support/catalogue.ts'
import { aSeller } from '../support/economy.ts'
import { aGroup, subscribe } from '../support/groups.ts'
import { aJam, mutate, query } from '../support/jams.ts'
import { aProp } from '../support/props.ts'
import { anAdmin, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { type Change, change, made } from './conditionalChange.ts'
import { staffChanges } from './staffChanges.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const inputHasIt = (type: unknown) => isInputObjectType(type) && 'ifUpdatedAt' in type.getFields()
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) =>
  inputHasIt(schema.getType(`${name.charAt(0).toUpperCase()}${name.slice(1)}Input`)),
)

let app: TestApp
let editor: TestUser
let changes: Readonly<Record<string, Change>>

beforeAll(async () => {
  app = await anApp()
  editor = await anAdmin(app)
  await subscribe(app, editor)
  const seller = await aSeller(app)
  const make = (mutation: string, input: object, person = editor) => made(app, person, mutation, input)
  const { id: groupId } = await aGroup(app, {}, editor)
  const texts = { title: 'Title', text: 'Text' }
  const roleId = await make('createGroupRole { it: groupRole { id } }', { groupId, name: 'Helper' })
  const postId = await make('addGroupPost { it: groupPost { id } }', {
    groupId,
    visibility: 'GROUP',
    sendNotification: false,
    ...texts,
  })
  await make('createGroupAnnouncement { it: groupAnnouncement { id } }', { groupId, ...texts })
  const galleryId = await make('createGroupGallery { it: groupGallery { id } }', { groupId, name: 'Gallery' })
  const { id: eventId = '' } = await anEvent(editor, groupId)
  const [worldId, avatarId] = [await aWorld(app, editor), await anAvatar(app, editor)]
  const [productId, listingId] = [await createdProduct(app, seller), await createdListing(app, seller)]
  const storeId = await make(
    'createStore { it: store { id } }',
    { displayName: 'Shop', worldId: await aWorld(app, seller) },
    seller,
  )
  const jamId = await aJam(app)
  const propId = await aProp(app, editor)
  changes = {
    ...(await staffChanges(app, editor)),
    updateGroup: change('Group', ['groupId', groupId], 'description'),
    updateGroupRole: change('GroupRole', ['roleId', roleId], 'description'),
    updateGroupPost: change('GroupPost', ['postId', postId], 'title'),
    createGroupAnnouncement: {
      read: `{ group(id: "${groupId}") { it: announcement { updatedAt } } }`,
      input: { groupId, text: 'Text' },
      field: 'title',
    },
    updateGroupGallery: change('GroupGallery', ['galleryId', galleryId], 'name'),
    updateGroupCalendarEvent: change('CalendarEvent', ['eventId', eventId], 'title'),
    updateWorld: change('World', ['worldId', worldId], 'description'),
    updateAvatar: change('Avatar', ['avatarId', avatarId], 'description'),
    updateProduct: change('Product', ['productId', productId], 'displayName'),
    updateListing: change('Listing', ['listingId', listingId], 'displayName'),
    updateStore: change('Store', ['storeId', storeId], 'displayName'),
    updateJam: change('Jam', ['jamId', jamId], 'title'),
    updateProp: change('Prop', ['propId', propId], 'name'),
  }
})

const updatedAtOf = async ({ read, isIt = () => false }: Change): Promise<string> => {
  const { it, group, them } = await query(app, editor, read)
  return (it ?? group?.it ?? them.find(isIt)).updatedAt
}
let texts = 0
const apply = (name: string, { input, field, toValue = (text) => text }: Change, ifUpdatedAt?: string) =>
  mutate(app, editor, name, { ...input, [field]: toValue(`Changed ${++texts}`), ...(ifUpdatedAt && { ifUpdatedAt }) })
const reasonOf = ({ error }: Awaited<ReturnType<typeof apply>>) => error?.extensions.reason ?? 'changed'
const REFUSED = { code: 'CONFLICT', reason: 'CHANGED_SINCE' }

describe('a change of what several people edit', () => {
  it('takes `ifUpdatedAt` in each mutation of the table', () => {
    expect(Object.keys(changes).sort()).toEqual([...mutations].sort())
  })

  it.each(mutations)('%s is refused for another time, and made for that of the last change or none', async (name) => {
    const given = changes[name]
    if (!given) throw new Error(`no change for ${name}`)
    const first = await updatedAtOf(given)
    expect(reasonOf(await apply(name, given, first))).toBe('changed')
    const second = await updatedAtOf(given)
    expect(second).not.toBe(first)
    expect((await apply(name, given, first)).error?.extensions).toMatchObject(REFUSED)
    expect(await updatedAtOf(given)).toBe(second)
    expect(reasonOf(await apply(name, given))).toBe('changed')
  })

  it.each(mutations)('%s is made once, when several people change one state at once', async (name) => {
    const given = changes[name]
    if (!given) throw new Error(`no change for ${name}`)
    const read = await updatedAtOf(given)
    const outcomes = await Promise.all([1, 2, 3].map(async () => reasonOf(await apply(name, given, read))))
    expect(outcomes.sort()).toEqual(['CHANGED_SINCE', 'CHANGED_SINCE', 'changed'])
  })

  it('is refused for a role whose place a change of another role has taken', async () => {
    const { id: groupId } = await aGroup(app, {}, editor)
    const create = (name: string) =>
      mutate(app, editor, 'createGroupRole { groupRole { id order updatedAt } }', { groupId, name })
    const [first, second] = [await create('First'), await create('Second')].map(
      ({ payload }) => Object(payload).groupRole,
    )
    expect((await mutate(app, editor, 'updateGroupRole', { roleId: second.id, order: first.order })).error).toBe(
      undefined,
    )
    const input = { roleId: first.id, order: first.order, ifUpdatedAt: first.updatedAt }
    expect((await mutate(app, editor, 'updateGroupRole', input)).error?.extensions).toMatchObject(REFUSED)
  })

  it('keeps what others change of a post at once', async () => {
    const { input, read } = changes.updateGroupPost ?? { input: {}, read: '' }
    const text = read.replace('updatedAt', 'title text')
    for (let round = 0; round < 5; round++) {
      const given = { title: `Title ${round}`, text: `Text ${round}` }
      const both = Object.entries(given).map(([field, value]) =>
        mutate(app, editor, 'updateGroupPost', { ...input, [field]: value }),
      )
      expect((await Promise.all(both)).map(({ error }) => error)).toEqual([undefined, undefined])
      expect((await query(app, editor, text)).it).toEqual(given)
    }
  })

  it('is refused for an announcement that is gone', async () => {
    const { id: groupId } = await aGroup(app, {}, editor)
    const input = { groupId, title: 'T', text: 'T', ifUpdatedAt: new Date().toISOString() }
    expect((await mutate(app, editor, 'createGroupAnnouncement', input)).error?.extensions).toMatchObject(REFUSED)
  })
})
