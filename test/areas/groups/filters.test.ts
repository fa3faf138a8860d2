import { beforeAll, describe, expect, it } from 'vitest'
import { hideGroup } from '../../../src/areas/groups/group/update.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, newMembers, subscribe, type TestGroup } from '../../support/groups.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aUser, type TestUser } from '../../support/users.ts'

let app: TestApp
let owner: TestUser
let viewer: TestUser
let small: TestGroup
let large: TestGroup
let other: TestGroup
beforeAll(async () => {
  app = await anApp()
  ;[owner, viewer] = [await aUser(app), await aUser(app)]
  await subscribe(app, owner)
  const group = async (members: number, change: object, given: object = {}) => {
    const made = await aGroup(app, given, owner)
    await owner.api.call('updateGroup', { groupId: made.id, body: change })
    await newMembers(app, made, members)
    return made
  }
  small = await group(1, { tags: ['music', 'jazz'], languages: ['eng'] })
  large = await group(9, { tags: ['music'], languages: ['deu', 'eng'] })
  other = await group(4, { tags: ['chess'], languages: ['fra'] })
  await group(2, { tags: ['music'] }, { privacy: 'private' })
  const hidden = await group(2, { tags: ['music'] })
  await transact(viewerScopeOf(app, viewer), (tx) => hideGroup(tx, hidden.id))
})

const LIST = 'query ($filter: GroupFilter) { groups(filter: $filter) { totalCount nodes { id } } }'
async function found(filter: object): Promise<string[]> {
  const { data, errors } = await aGraphClient(app, viewer.api).send(LIST, { filter })
  if (errors) throw new Error(JSON.stringify(errors))
  const { totalCount, nodes } = Object(data).groups
  expect(totalCount).toBe(nodes.length)
  return nodes.map(({ id }: { readonly id: string }) => id)
}

describe('groups by their properties', () => {
  it('have all tags, and one of the languages, the largest first', async () => {
    expect(await found({ tags: ['music'] })).toEqual([large.id, small.id])
    expect(await found({ tags: ['music', 'jazz'] })).toEqual([small.id])
    expect(await found({ tags: ['music', 'chess'] })).toEqual([])
    expect(await found({ languages: ['fra', 'deu'] })).toEqual([large.id, other.id])
    expect(await found({ languages: ['eng'], tags: ['jazz'] })).toEqual([small.id])
  })

  it('have as many members as asked', async () => {
    expect(await found({ minMembers: 5 })).toEqual([large.id, other.id])
    expect(await found({ minMembers: 3, maxMembers: 5 })).toEqual([other.id])
    expect(await found({ maxMembers: 2 })).toEqual([small.id])
    expect(await found({ minMembers: 5, maxMembers: 3 })).toEqual([])
  })

  it('are all without properties, and those that match a text with them', async () => {
    expect(await found({ tags: [], languages: [] })).toEqual([large.id, other.id, small.id])
    expect(await found({ search: 'Group', tags: ['chess'] })).toEqual([other.id])
  })

  it.each([
    ['tags', Array.from({ length: 6 }, (_, at) => `tag ${at}`), 5],
    ['languages', Array.from({ length: 11 }, () => 'eng'), 10],
  ])('are refused for too many %s', async (field, values, max) => {
    const { errors } = await aGraphClient(app, viewer.api).send(LIST, { filter: { [field]: values } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', reason: 'TOO_MANY_ENTRIES' })
    expect(errors?.[0]?.extensions.issues).toMatchObject([{ max }])
  })

  it('are found with values that mean something in SQL as such', async () => {
    expect(await found({ tags: ["'; DROP", '{a,b}', '\u0001'] })).toEqual([])
  })
})
