import { beforeAll, describe, expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedClockApp } from '../../support/app.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aProp } from '../../support/props.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()
let viewer: TestUser
let graph: GraphClient
beforeAll(async () => {
  viewer = await aUser(app)
  graph = aGraphClient(app, viewer.api)
})

const PeoplesProps = graphql(`
  query PeoplesProps($search: String!, $first: Int) {
    users(filter: { search: $search }, first: $first) {
      nodes {
        id
        props(first: 2) {
          totalCount
          nodes { id name author { id } packages { platform } }
          pageInfo { hasNextPage }
        }
      }
    }
  }
`)
const OwnProps = graphql(`
  query OwnProps($first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      props(first: $first, after: $after, last: $last, before: $before) {
        edges { cursor node { id } }
        pageInfo { hasNextPage hasPreviousPage }
      }
    }
  }
`)

/** Props of one person, latest first; every second one is public. */
async function someProps(person: TestUser, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    const propId = await aProp(app, person)
    if (made % 2 === 0) await person.api.call('publishProp', { propId })
    ids.unshift(propId)
    app.clock.advance(1_000)
  }
  return ids
}

describe('the props of many people', () => {
  it('need as many statements as those of one, and are those that the viewer can see', async () => {
    const start = aName('chair').slice(0, 12)
    const made: Record<string, string[]> = {}
    for (let number = 0; number < 6; number++) {
      const author = await aUser(app, { username: `${start}${number}` })
      made[author.id] = await someProps(author, 5)
    }
    const { users } = await graph.run(PeoplesProps, { search: start, first: 6 })
    expect(users?.nodes).toHaveLength(6)
    for (const { id, props } of users?.nodes ?? []) {
      expect(props.nodes).toEqual(
        [0, 2].map((at) => ({
          ...{ id: made[id]?.[at], name: expect.any(String), author: { id } },
          packages: [{ platform: 'standalonewindows' }],
        })),
      )
      expect(props.pageInfo.hasNextPage).toBe(true)
      expect(props.totalCount).toBe(3)
    }
    const one = await countStatements(app, () => graph.run(PeoplesProps, { search: start, first: 1 }))
    expect(await countStatements(app, () => graph.run(PeoplesProps, { search: start, first: 5 }))).toBe(one)
    const everything = await aGraphClient(app, (await anAdmin(app)).api).run(PeoplesProps, { search: start, first: 6 })
    for (const { id, props } of everything.users?.nodes ?? []) {
      expect(props.nodes.map((prop) => prop.id)).toEqual(made[id]?.slice(0, 2))
      expect(props.totalCount).toBe(5)
    }
  })
})

describe("the viewer's props", () => {
  it('are those that REST lists, public or not, page by page from either end', async () => {
    const ids = await someProps(viewer, 7)
    const listed = await viewer.api.call('listProps', { query: { authorId: viewer.id } })
    expect(listed.map(({ id }) => id)).toEqual(ids)
    const page = async (variables: object) => (await graph.run(OwnProps, variables)).viewer?.props
    const first = await page({ first: 3 })
    const rest = await page({ first: 9, after: first?.edges.at(-1)?.cursor })
    expect([first, rest].flatMap((part) => part?.edges.map(({ node }) => node.id))).toEqual(ids)
    expect([first?.pageInfo.hasNextPage, rest?.pageInfo.hasNextPage]).toEqual([true, false])
    const last = await page({ last: 2 })
    expect(last?.edges.map(({ node }) => node.id)).toEqual(ids.slice(-2))
    const before = await page({ last: 9, before: last?.edges[0]?.cursor })
    expect(before?.edges.map(({ node }) => node.id)).toEqual(ids.slice(0, -2))
  })

  it('refuse a cursor of another list', async () => {
    for (const after of ['nonsense', Buffer.from('2026-01-01T00:00:00.000Z wrld_x').toString('base64url')])
      expect(await graph.refusalCodes(OwnProps, { after })).toEqual(['BAD_INPUT'])
  })
})
