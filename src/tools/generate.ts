import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Generates the Prisma client and the Pothos types from prisma/schema, when the schema or Prisma's version changed. */
const SCHEMA = 'prisma/schema'
const STAMP = 'src/generated/stamp'

const files = readdirSync(SCHEMA).sort()
const hash = createHash('sha256').update(readFileSync('package.json'))
for (const file of files) hash.update(file).update(readFileSync(`${SCHEMA}/${file}`))
const stamp = hash.digest('hex')

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
  const ran = spawnSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // The client needs no schema engine; naming a file that exists keeps the CLI from downloading one.
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
  if (ran.status !== 0) process.exit(ran.status ?? 1)
  mkdirSync('src/generated', { recursive: true })
  writeFileSync(STAMP, stamp)
}
