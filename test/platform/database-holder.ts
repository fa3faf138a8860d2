import { openDatabase } from '../../src/platform/database/open.ts'

/**
 * A process of its own that opens the database of a folder and writes for ever. Each line it prints is a number that
 * the database has acknowledged. Started by tests that kill it.
 */
const [, , dataDir = ''] = process.argv
const log = { debug() {}, info() {}, warn() {}, error() {} }
const database = await openDatabase({ dataDir, poolSize: 2, log })
await database.pool.query('CREATE TABLE IF NOT EXISTS told (number int PRIMARY KEY)')
for (let number = 1; ; number++) {
  await database.pool.query('INSERT INTO told VALUES ($1)', [number])
  process.stdout.write(`${number}\n`)
}
