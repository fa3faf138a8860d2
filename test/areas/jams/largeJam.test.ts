import { beforeAll, describe, expect, it } from 'vitest'
import { submissionPages } from '../../../src/areas/jams/submission/queries.ts'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import type { Sql } from '../../../src/kernel/database.ts'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { anApp } from '../../support/app.ts'
import { countStatements } from '../../support/graphClient.ts'
import { aJam, aSubmission, query } from '../../support/jams.ts'
import { PATIENCE } from '../../support/patience.ts'
import { rounds } from '../../support/rounds.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const SUBMISSIONS = 10_000
const TIMES = rounds(20)
const app = await anApp()
let viewer: TestUser
let jamId: string
let small: string

/** Inserts a submission of a world for each of as many people. */
async function fillJam(template: string): Promise<void> {
  const { client } = app.scope()
  await client.$transaction(
    async (db) => {
      await db.$executeRaw`SET LOCAL statement_timeout = 0`
      await db.$executeRaw`
        CREATE TEMPORARY TABLE entry ON COMMIT DROP AS
        SELECT 'usr_' || gen_random_uuid() AS "userId", 'wrld_' || gen_random_uuid() AS "worldId",
          substr(md5(n::text), 1, 14) AS name, n FROM generate_series(1, ${SUBMISSIONS}::int) AS n`
      await db.$executeRaw`
        INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "currentAvatar", "createdAt", "updatedAt")
        SELECT "userId", name, name, name, name, '', now(), now() FROM entry`
      await db.$executeRaw`
        INSERT INTO "World" (id, "authorId", name, "nameKey", capacity, "recommendedCapacity", "imageUrl", "releaseStatus",
          "shuffleKey", "createdAt", "updatedAt")
        SELECT "worldId", "userId", entry.name, entry.name, 8, 8, w."imageUrl", 'public', n, now(), now()
        FROM entry, "World" AS w WHERE w.id = ${template}`
      await db.$executeRaw`
        INSERT INTO "JamSubmission" (id, "jamId", "submitterId", "contentId", description, "createdAt", "updatedAt")
        SELECT 'jsub_' || gen_random_uuid(), ${jamId}, "userId", "worldId", 'x', now() + n * interval '1 ms', now() FROM entry`
    },
    { timeout: PATIENCE },
  )
  // As the database does by itself after a while; the connections of the server stop long statements.
  await queryOnce(app.platform.settings.DATABASE_URL ?? '', 'VACUUM ANALYZE "User", "World", "JamSubmission"')
}

beforeAll(async () => {
  viewer = await aUser(app)
  jamId = await aJam(app)
  small = await aJam(app)
  const { contentId } = await aSubmission(app, small, viewer)
  await fillJam(contentId)
})

/** The median time of a read in milliseconds. */
async function medianOf(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < TIMES; at++) {
    const start = performance.now()
    await read()
    times.push(performance.now() - start)
  }
  return times.sort((one, other) => one - other)[Math.floor(TIMES / 2)] ?? 0
}

const PAGE = `query($id: ID!, $after: String) { jam(id: $id) { submissions(first: 100, after: $after) {
  nodes { id submitter { displayName } } pageInfo { endCursor }
} } }`
const firstPage = async (id: string) => (await query(app, viewer, PAGE, { id })).jam.submissions

/** The plan of the statement that reads a page of a list. */
async function planOfPage(limit: number): Promise<string> {
  const scope = viewerScopeOf(app, viewer)
  const lines: string[] = []
  const explain: Sql['custom'] = async (query, ...values) => {
    const statement = 'text' in query ? query : Prisma.sql(query, ...values)
    const rows = await scope.sql<Record<string, string>>`EXPLAIN ${statement}`
    lines.push(...rows.flatMap((row) => Object.values(row)))
    return []
  }
  const sql = Object.assign(explain, { custom: explain })
  await submissionPages({ ...scope, sql }, { parent: 'jamId', ids: [jamId] }, { descending: true, limit })
  return lines.join('\n')
}

describe(`a jam of ${SUBMISSIONS} submissions`, () => {
  it('is listed by as many statements as a jam of one', async () => {
    const rest = (id: string) => countStatements(app, () => viewer.api.call('getJamSubmissions', { jamId: id }))
    expect(await rest(jamId)).toBe(await rest(small))
    const graph = (id: string) => countStatements(app, () => firstPage(id))
    expect(await graph(jamId)).toBe(await graph(small))
  })

  it('is read in the order of its index, and reads no table whole', async () => {
    for (const limit of [100, 1_000]) {
      const plan = await planOfPage(limit)
      expect(plan).toContain('JamSubmission_jamId_createdAt_id_idx')
      // Worlds and people of the rows are found by their keys: no table is read whole.
      expect(plan).not.toMatch(/Seq Scan on "(JamSubmission|World|User)"/)
    }
  })

  it('has its latest 1,000 in the REST list, and all in the pages of the graph', async () => {
    const rest = await viewer.api.call('getJamSubmissions', { jamId })
    expect(rest).toHaveLength(1_000)
    const seen = new Set<string>()
    let page = await firstPage(jamId)
    expect(page.nodes.map(({ id }: { id: string }) => id)).toEqual(rest.slice(0, 100).map(({ id }) => id))
    for (let read = 0; read < SUBMISSIONS / 100; read++) {
      for (const { id } of page.nodes) seen.add(id)
      page = (await query(app, viewer, PAGE, { id: jamId, after: page.pageInfo.endCursor })).jam.submissions
    }
    expect(seen.size).toBe(SUBMISSIONS)
    expect(page.nodes).toEqual([])
  })

  it('is listed in a time that is printed', async ({ annotate }) => {
    const graph = await medianOf(() => firstPage(jamId))
    const rest = await medianOf(() => viewer.api.call('getJamSubmissions', { jamId }))
    await annotate(`first page of 100 by the graph: ${graph.toFixed(1)} ms; 1,000 by REST: ${rest.toFixed(1)} ms`)
    expect((await firstPage(jamId)).nodes).toHaveLength(100)
  })
})
