import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createDataFolder } from '../../privateFiles.ts'
import { readFileOrEmpty } from '../../processes.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'
import { findPostgresUser, type LaunchCommand, launchAs, type SystemUser } from './systemUser.ts'

/** An existing database folder, and what PostgreSQL needs to run on it. */
export interface Cluster {
  readonly folder: string
  readonly logFile: string
  readonly password: string
  /** Variables that the binaries need. */
  readonly env: PostgresBinaries['env']
  readonly postgres: (args: readonly string[]) => LaunchCommand
}

export const DATABASE_USER = 'plaza'
const POSTGRES_MAJOR_VERSION = '18'

/** Opens DATA_DIR/db, and creates it if missing. `sync` off is faster, for data that may be lost. */
export async function openCluster(dataDir: string, sync: boolean): Promise<Cluster> {
  createDataFolder(dataDir)
  const root = realpathSync(dataDir)
  const folder = join(root, 'db')
  const binaries = findPostgresBinaries(join(root, 'db.lib'))
  const owner = findPostgresUser(folder)
  const password = readOrCreatePassword(root, existsSync(join(folder, 'PG_VERSION')))
  if (!existsSync(join(folder, 'PG_VERSION'))) await createCluster({ root, folder, binaries, owner, password, sync })
  assertVersion(folder)
  const paths = [binaries.postgres, binaries.catalogue, folder]
  return {
    folder,
    logFile: join(root, 'db.log'),
    password,
    env: binaries.env,
    postgres: (args) => launchAs(owner, paths, binaries.postgres, ['-D', folder, ...args]),
  }
}

function assertVersion(folder: string): void {
  const version = readFileOrEmpty(join(folder, 'PG_VERSION')).trim()
  if (version !== POSTGRES_MAJOR_VERSION)
    throw new Error(`${folder} was made by PostgreSQL ${version}, this build brings ${POSTGRES_MAJOR_VERSION}.`)
}

function readOrCreatePassword(root: string, needed: boolean): string {
  const path = join(root, 'db.password')
  const kept = readFileOrEmpty(path).trim()
  if (kept !== '') return kept
  if (needed)
    throw new Error(`${path} is missing or can't be read, and the database in ${root}/db does not open without it.`)
  const password = randomBytes(24).toString('base64url')
  writeFileSync(path, `${password}\n`, { mode: 0o600, flush: true })
  return password
}

interface CreateClusterOptions {
  root: string
  folder: string
  binaries: PostgresBinaries
  owner: SystemUser | null
  password: string
  sync: boolean
}

/** Creates the folder under a temporary name and renames it, so that an aborted start leaves no partial database. */
async function createCluster(making: CreateClusterOptions): Promise<void> {
  const { root, folder, owner } = making
  for (const name of readdirSync(root))
    if (name.startsWith('db.init-')) rmSync(join(root, name), { recursive: true, force: true })
  const site = mkdtempSync(join(root, 'db.init-'))
  const passwordFile = join(site, 'password')
  writeFileSync(passwordFile, making.password, { mode: 0o600 })
  if (owner) for (const path of [site, passwordFile]) chownSync(path, owner.uid, owner.gid)
  await runInitdb(making, site, passwordFile)
  renameSync(join(site, 'db'), folder)
  syncFolder(root)
  rmSync(site, { recursive: true, force: true })
}

/** C.UTF-8 of the C library, if available, classifies letters for trigram search. */
const CHARACTER_TYPES = ['C.UTF-8', 'C']

async function runInitdb(
  { binaries, owner, sync }: CreateClusterOptions,
  site: string,
  passwordFile: string,
): Promise<void> {
  let complaint = ''
  for (const characters of CHARACTER_TYPES) {
    const args = [
      '-D',
      join(site, 'db'),
      `--username=${DATABASE_USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${characters}`,
      // For the password made here, of 192 random bits, which nobody guesses: more iterations slow each connection down.
      '--set=scram_iterations=1',
      '--set=timezone=UTC',
      '--set=log_timezone=UTC',
      ...(sync ? [] : ['--no-sync']),
    ]
    complaint = await runProgram(
      launchAs(owner, [binaries.postgres, binaries.catalogue, site, passwordFile], binaries.initdb, args),
      binaries.env,
    )
    if (complaint === '') return
  }
  throw new Error(`PostgreSQL could not make its database folder: ${complaint}`)
}

/** Runs a program. Resolves to null, or to its error output. */
function runProgram(launch: LaunchCommand, env: PostgresBinaries['env']): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(launch.program, launch.args, {
      ...launch.options,
      ...spawnOptions(env),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? '' : complaint.trim() || `exit ${code}`))
  })
}

/** Isolates PostgreSQL from PG* variables of the environment and from the terminal's signals. */
export const spawnOptions = (env: PostgresBinaries['env']) => ({
  cwd: '/',
  detached: true,
  env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', ...env },
})

function syncFolder(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
