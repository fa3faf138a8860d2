import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { SERVER_ARGUMENTS } from '../bench/processes.ts'
import { runGroupPosts } from '../campaigns/groupPosts/run.ts'
import { aDatabase } from '../support/database.ts'

const MEMBERS = 2_000
const dataDir = mkdtempSync(join(tmpdir(), 'plaza-process-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('notifies each member of a large group once of a post, also when the server is killed meanwhile', async () => {
  const database = await aDatabase()
  const found = await runGroupPosts({
    server: SERVER_ARGUMENTS,
    databaseUrl: database.url,
    dataDir,
    members: MEMBERS,
    kills: 2,
    idleSeconds: 0.1,
    log: () => {},
  })
  expect(found.faults).toEqual([])
  expect(found.killedAt).toHaveLength(1)
})
