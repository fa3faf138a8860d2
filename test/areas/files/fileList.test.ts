import { beforeEach, describe, expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { anImage } from '../../support/files.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aProp } from '../../support/props.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const ListedFiles = graphql(`
  query ListedFiles($filter: FileFilter, $newestFirst: Boolean, $first: Int, $after: String) {
    viewer {
      files(filter: $filter, newestFirst: $newestFirst, first: $first, after: $after) {
        totalCount
        nodes { id tags uses { kind contentId name } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`)

const app = await sharedApp()
let ada: TestUser
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

const filesOf = async (variables: object) => {
  const { viewer } = Object(await graph.run(ListedFiles, variables))
  return viewer.files
}

describe('the list of files', () => {
  it('begins with the newest, leaves out those with some tags, and goes on page after page', async () => {
    for (const tag of ['icon', 'gallery', 'gallery', 'sticker'])
      await ada.api.call('uploadImage', { form: { file: await anImage(), tag } })
    const oldest = await filesOf({ newestFirst: false })
    const newest = await filesOf({ newestFirst: true })
    expect(newest.nodes).toEqual(oldest.nodes.toReversed())
    const filter = { notTags: ['icon', 'sticker'] }
    const first = await filesOf({ filter, newestFirst: true, first: 1 })
    expect(first).toMatchObject({ totalCount: 2, nodes: [newest.nodes[1]], pageInfo: { hasNextPage: true } })
    const rest = await filesOf({ filter, newestFirst: true, first: 5, after: first.pageInfo.endCursor })
    expect(rest).toMatchObject({ nodes: [newest.nodes[2]], pageInfo: { hasNextPage: false } })
    expect((await filesOf({ filter: { tag: 'gallery', notTags: ['gallery'] } })).totalCount).toBe(0)
  })

  it('says what breaks without a file to its owner, by as many statements for many files as for one', async () => {
    const worldId = await aWorld(app, ada, { name: 'Harbor' })
    const propId = await aProp(app, ada)
    const { nodes } = await filesOf({})
    const kinds = nodes.flatMap(({ uses }: { uses: object[] }) => uses)
    expect(kinds.filter(({ kind }: { kind: string }) => kind === 'WORLD')).toEqual([
      { kind: 'WORLD', contentId: worldId, name: 'Harbor' },
      { kind: 'WORLD', contentId: worldId, name: 'Harbor' },
    ])
    expect(kinds.filter(({ kind }: { kind: string }) => kind === 'PROP')).toMatchObject([
      { contentId: propId },
      { contentId: propId },
    ])
    const one = await countStatements(app, () => filesOf({ first: 1 }))
    expect(await countStatements(app, () => filesOf({ first: 4 }))).toBe(one)
    await ada.api.call('deleteProp', { propId })
    const left = (await filesOf({})).nodes.flatMap(({ uses }: { uses: object[] }) => uses)
    expect(left).toHaveLength(2)
  })
})
