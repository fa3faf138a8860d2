import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { generatorStamp } from './generatorStamp.ts'

/**
 * Generates the Prisma client and the Pothos types from prisma/schema, and the list of common passwords, when the schema or
 * a package's version changed.
 */
const SCHEMA = 'prisma/schema'

const files = readdirSync(SCHEMA).sort()
const inputs = files.flatMap((file) => [file, readFileSync(`${SCHEMA}/${file}`, 'utf8')])
const stamp = generatorStamp('src/generated/stamp', [readFileSync('package.json', 'utf8'), ...inputs])

if (!stamp.isCurrent()) {
  const ran = spawnSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // The client needs no schema engine; an existing file in its place prevents the CLI from downloading one.
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
  if (ran.status !== 0) process.exit(ran.status ?? 1)
  writeFileSync('src/generated/commonPasswords.ts', commonPasswords())
  stamp.write()
}

/** A module of the 10,000 most frequent passwords. The dictionaries of the package as a whole take 6 MiB of a server. */
function commonPasswords(): string {
  // The dictionary lists the most frequent passwords first.
  const passwords = dictionary['passwords-common'].slice(0, 10_000)
  return `export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(${JSON.stringify(passwords.join(' '))}.split(' '))\n`
}
