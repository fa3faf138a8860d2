import { describe, expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient, countStatements } from '../../support/graphClient.ts'
import { aUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const graph = aGraphClient(app, (await aUser(app)).api)

const Nested = graphql(`
  query Nested($first: Int!) {
    worlds(first: $first, filter: { search: "crowd" }) {
      nodes { id name occupantCount publicOccupantCount author { displayName worlds(first: 3) { totalCount nodes { id name } pageInfo { hasNextPage } } } }
    }
  }
`)

describe('worlds with their authors and the worlds of these authors', () => {
  it('are read in a constant number of statements', async () => {
    for (let group = 0; group < 6; group++) {
      const somebody = await aUser(app)
      for (let at = 0; at < 5; at++) await aWorld(app, somebody, { name: `Crowd ${group} ${at}` })
      await aWorld(app, somebody, { name: `Crowd ${group} draft`, releaseStatus: 'private' })
    }
    const { worlds: found } = await graph.run(Nested, { first: 30 })
    expect(found?.nodes).toHaveLength(30)
    for (const { name, author: by } of found?.nodes ?? []) {
      const names = by?.worlds.nodes.map((world) => world.name)
      expect(names).toEqual([4, 3, 2].map((at) => `${name.slice(0, 7)} ${at}`))
      expect(by?.worlds).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } })
    }
    const one = await countStatements(app, () => graph.run(Nested, { first: 1 }))
    const many = await countStatements(app, () => graph.run(Nested, { first: 30 }))
    expect(many).toBe(one)
    expect(many).toBeLessThan(7)
  })
})

const PersonsWorlds = graphql(`
  query PersonsWorlds($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    user(id: $id) {
      worlds(first: $first, after: $after, last: $last, before: $before) {
        nodes { id }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)

it('User.worlds pages through the public worlds of a person from both ends', async () => {
  const person = await aUser(app)
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.unshift(await aWorld(app, person))
  await aWorld(app, person, { releaseStatus: 'private' })
  const read = async (args: object) => (await graph.run(PersonsWorlds, { id: person.id, ...args })).user?.worlds
  const first = await read({ first: 2 })
  const rest = await read({ first: 9, after: first?.pageInfo.endCursor })
  expect([...(first?.nodes ?? []), ...(rest?.nodes ?? [])].map(({ id }) => id)).toEqual(ids)
  const last = await read({ last: 2, before: rest?.pageInfo.endCursor })
  expect(last?.nodes.map(({ id }) => id)).toEqual(ids.slice(2, 4))
  expect(await graph.refusalCodes(PersonsWorlds, { id: person.id, after: 'nonsense' })).toEqual(['BAD_INPUT'])
})

const Drafts = graphql(`
  query Drafts($first: Int!) {
    viewer { worlds(first: $first) { nodes { id viewerCanPublish viewerCanUpdate viewerCanDelete packages { id } } } }
  }
`)

it('what the author can do with many worlds is read in a constant number of statements', async () => {
  const person = await aUser(app)
  for (let at = 0; at < 8; at++) await aWorld(app, person, { releaseStatus: 'private' })
  const client = aGraphClient(app, person.api)
  const { viewer: own } = await client.run(Drafts, { first: 8 })
  expect(own?.worlds.nodes.map(({ viewerCanPublish }) => viewerCanPublish)).toEqual(Array(8).fill(true))
  const one = await countStatements(app, () => client.run(Drafts, { first: 1 }))
  expect(await countStatements(app, () => client.run(Drafts, { first: 8 }))).toBe(one)
})
