import { openDatabase } from '../../../src/platform/database/openDatabase.ts'

/**
 * A process that opens the database of a folder and writes until it is killed. Each line it prints is a number that
 * the database has acknowledged. Started by tests that kill it.
 */
const [, , dataDir = ''] = process.argv
const log = { debug() {}, info() {}, warn() {}, error() {} }
const database = await openDatabase({ dataDir, poolSize: 2, log })
await database.pool.query('CREATE TABLE IF NOT EXISTS acknowledged (number int PRIMARY KEY)')
for (let number = 1; ; number++) {
  await database.pool.query('INSERT INTO acknowledged VALUES ($1)', [number])
  process.stdout.write(`${number}\n`)
}
