import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { connectionsOfNode, SPARE_CONNECTIONS } from '../../../src/platform/database/connectionCounts.ts'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { PACKAGE_FOLDER } from '../../../src/platform/packageFolder.ts'
import { anApp } from '../../support/app.ts'
import { aDatabase } from '../../support/database.ts'

const read = (path: string) => readFileSync(join(PACKAGE_FOLDER, path), 'utf8').replaceAll(/\s+(# )?/g, ' ')

it('a node at its limits has as many connections as are told', async () => {
  const { url } = await aDatabase()
  const { platform } = await anApp({ DATABASE_URL: url, DATABASE_POOL_SIZE: '4', JOBS: 'on' })
  const { pool, background } = platform.database
  const many = (ask: () => Promise<unknown>) => Promise.all(Array.from({ length: 40 }, ask))
  await Promise.all([
    many(() => pool.query('SELECT pg_sleep(0.05)')),
    many(() => background().pool.query('SELECT pg_sleep(0.05)')),
    platform.metrics.metrics(),
  ])
  const open = await queryOnce<{ name: string }>(
    url,
    'SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  expect(open.filter(({ name }) => name === 'plaza metrics')).toHaveLength(1)
  expect(open).toHaveLength(connectionsOfNode(platform.settings))
})

it('each process has one more to compare the database with its replica', () => {
  const settings = { DATABASE_POOL_SIZE: 10, REDIS_URL: undefined, WORKERS: 4 }
  const without = connectionsOfNode(settings)
  expect(connectionsOfNode({ ...settings, DATABASE_REPLICA_URL: 'postgresql://replica/plaza' })).toBe(without + 5)
})

it('the numbers in texts are those of the code', () => {
  const [one, four] = [1, 4].map((WORKERS) =>
    connectionsOfNode({ DATABASE_POOL_SIZE: 10, WORKERS, REDIS_URL: undefined }),
  )
  const withRedis = { DATABASE_POOL_SIZE: 10, REDIS_URL: 'redis://localhost' }
  const [oneWithRedis, fourWithRedis] = [1, 4].map((WORKERS) => connectionsOfNode({ ...withRedis, WORKERS }))
  expect(read('docs/hosting.md')).toContain(
    `default settings has up to ${one}, with \`WORKERS=4\` up to ${four}, and with Redis ${oneWithRedis} or ${fourWithRedis}.`,
  )
  expect(read('docs/hosting.md')).toContain(`and ${SPARE_CONNECTIONS} for others`)
  const pods = 11 * Number(oneWithRedis) + SPARE_CONNECTIONS
  const scaler = read('deploy/kubernetes/horizontalpodautoscaler.yaml')
  expect(scaler).toContain(`A pod has up to ${oneWithRedis} connections`)
  expect(scaler).toContain(`max_connections of ${pods}.`)
})
