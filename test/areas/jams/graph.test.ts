import { describe, expect, it } from 'vitest'
import { addMilliseconds } from '../../../src/kernel/clock.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aJam, aSubmission, query } from '../../support/jams.ts'
import { mostStatements } from '../../support/pageStatements.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const NOW = new Date()
const MOST_STATEMENTS = 12

const PAGE = `query($id: ID!, $first: Int, $last: Int, $after: String, $before: String) {
  jam(id: $id) { submissions(first: $first, last: $last, after: $after, before: $before) {
    nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } }
}`

/** A jam with two submissions of a person. */
async function aSubmittedJam(phase: 'won' | 'open', person: TestUser) {
  const jamId = await aJam(app, phase)
  for (const rank of [1, 2]) await aSubmission(app, jamId, person, phase === 'won' ? { rank } : {})
  return jamId
}

describe('submissions in the graph', () => {
  it('are paged forwards and backwards, each once', async () => {
    const [person, jamId] = [await aUser(app), await aJam(app)]
    const ids: string[] = []
    for (let at = 0; at < 5; at++) {
      const createdAt = addMilliseconds(NOW, at < 2 ? 0 : at)
      ids.push((await aSubmission(app, jamId, person, { createdAt })).id)
    }
    const newestFirst = ids.reverse()
    const page = async (given: object) => (await query(app, person, PAGE, { id: jamId, ...given })).jam.submissions
    const idsOf = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id)
    const first = await page({ first: 2 })
    const second = await page({ first: 2, after: first.pageInfo.endCursor })
    const third = await page({ first: 2, after: second.pageInfo.endCursor })
    expect([first, second, third].flatMap(({ nodes }) => idsOf(nodes))).toEqual(newestFirst)
    expect(third.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const back = await page({ last: 2, before: third.pageInfo.startCursor })
    expect(idsOf(back.nodes)).toEqual(idsOf(second.nodes))
    const { errors } = await aGraphClient(app, person.api).send(PAGE, { id: jamId, first: 101 })
    expect(errors?.[0]?.extensions.code).toBe('BAD_INPUT')
    const foreign = await aGraphClient(app, person.api).send(PAGE, { id: jamId, after: 'bm90aGluZw' })
    expect(foreign.errors?.[0]?.extensions.reason).toBe('CURSOR_INVALID')
  })

  it('of a world are those to jams that the viewer can see', async () => {
    const [author, viewer, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    const contentId = await aWorld(app, author)
    const [shown, hidden] = [await aJam(app), await aJam(app, 'open', { isVisible: false })]
    const seen = await aSubmission(app, shown, author, { contentId, createdAt: NOW })
    const unseen = await aSubmission(app, hidden, author, { contentId, createdAt: addMilliseconds(NOW, 1_000) })
    const text = `query($id: ID!) { world(id: $id) { jamSubmissions {
      totalCount nodes { id viewerCanDelete jam { id } content { ... on World { id } } } } } }`
    const listed = async (person: typeof author) =>
      (await query(app, person, text, { id: contentId })).world.jamSubmissions
    const node = { id: seen.id, jam: { id: shown }, content: { id: contentId } }
    expect(await listed(viewer)).toEqual({ totalCount: 1, nodes: [{ ...node, viewerCanDelete: false }] })
    expect(await listed(author)).toEqual({ totalCount: 1, nodes: [{ ...node, viewerCanDelete: true }] })
    expect((await listed(admin)).nodes.map(({ id }: { id: string }) => id)).toEqual([unseen.id, seen.id])
    const byId = 'query($id: ID!) { node(id: $id) { id } }'
    for (const person of [author, viewer])
      expect(await query(app, person, byId, { id: unseen.id })).toEqual({ node: null })
  })

  it('of many jams take no more statements than a page may', async () => {
    const person = await aUser(app)
    const text = `query($ids: [ID!]!) { nodes(ids: $ids) { ... on Jam {
      id state viewerCanSubmit
      submissions(first: 2) { totalCount nodes { id submitter { displayName } content { ... on World { name } } viewerCanDelete } }
      viewerSubmissions { nodes { id } } winners { nodes { id } }
    } } }`
    const ids: string[] = []
    for (const phase of ['won', 'open', 'won', 'open', 'won'] as const) ids.push(await aSubmittedJam(phase, person))
    const reading = (count: number) => mostStatements(app, () => query(app, person, text, { ids: ids.slice(0, count) }))
    // A statement for each list of each jam would be more than 20.
    for (const count of [2, 5]) expect(await reading(count)).toBeLessThanOrEqual(MOST_STATEMENTS)
  })
})

describe('jams', () => {
  it('are listed by whether they have begun and are not over', async () => {
    const person = await aUser(app)
    const made: Record<string, string> = {}
    for (const phase of ['upcoming', 'open', 'judged', 'won', 'closed'] as const) made[await aJam(app, phase)] = phase
    const text = 'query($isActive: Boolean) { jams(first: 100, isActive: $isActive) { nodes { id isActive } } }'
    const listed = async (isActive: boolean | null) => {
      const { jams } = await query(app, person, text, { isActive })
      return jams.nodes.flatMap(({ id }: { id: string }) => made[id] ?? []).sort()
    }
    expect(await listed(true)).toEqual(['judged', 'open', 'won'])
    expect(await listed(false)).toEqual(['closed', 'upcoming'])
    expect(await listed(null)).toHaveLength(5)
  })
})
