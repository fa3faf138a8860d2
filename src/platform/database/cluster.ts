import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import { findOwner, type Launch, launchAs, type Owner } from './owner.ts'
import { readIfThere } from './processes.ts'

/** A database folder that stands, and what is needed to run PostgreSQL on it. */
export interface Cluster {
  readonly folder: string
  readonly logFile: string
  readonly password: string
  readonly postgres: (args: readonly string[]) => Launch
}

export const USER = 'plaza'
const MAJOR = '18'

/** Opens DATA_DIR/db, and makes it first when it isn't there. `sync` off spares the disk, for data nobody will miss. */
export async function openCluster(dataDir: string, sync: boolean): Promise<Cluster> {
  mkdirSync(dataDir, { recursive: true })
  const root = realpathSync(dataDir)
  const folder = join(root, 'db')
  const binaries = findBinaries()
  const owner = findOwner(folder)
  const password = keptPassword(root, existsSync(join(folder, 'PG_VERSION')))
  if (!existsSync(join(folder, 'PG_VERSION'))) await makeCluster({ root, folder, binaries, owner, password, sync })
  checkVersion(folder)
  const paths = [binaries.postgres, binaries.catalogue, folder]
  return {
    folder,
    logFile: join(root, 'db.log'),
    password,
    postgres: (args) => launchAs(owner, paths, binaries.postgres, ['-D', folder, ...args]),
  }
}

function checkVersion(folder: string): void {
  const version = readIfThere(join(folder, 'PG_VERSION')).trim()
  if (version !== MAJOR) throw new Error(`${folder} was made by PostgreSQL ${version}, this build brings ${MAJOR}.`)
}

function keptPassword(root: string, needed: boolean): string {
  const path = join(root, 'db.password')
  const kept = readIfThere(path).trim()
  if (kept !== '') return kept
  if (needed)
    throw new Error(`${path} is missing or can't be read, and the database in ${root}/db does not open without it.`)
  const password = randomBytes(24).toString('base64url')
  writeFileSync(path, `${password}\n`, { mode: 0o600, flush: true })
  return password
}

interface Making {
  root: string
  folder: string
  binaries: Binaries
  owner: Owner | null
  password: string
  sync: boolean
}

/** Made aside and moved into place when whole, so that a start that is cut off leaves no half database behind. */
async function makeCluster(making: Making): Promise<void> {
  const { root, folder, owner } = making
  for (const name of readdirSync(root))
    if (name.startsWith('db.init-')) rmSync(join(root, name), { recursive: true, force: true })
  const site = mkdtempSync(join(root, 'db.init-'))
  const passwordFile = join(site, 'password')
  writeFileSync(passwordFile, making.password, { mode: 0o600 })
  if (owner) for (const path of [site, passwordFile]) chownSync(path, owner.uid, owner.gid)
  await initialise(making, site, passwordFile)
  renameSync(join(site, 'db'), folder)
  syncFolder(root)
  rmSync(site, { recursive: true, force: true })
}

/** Which letters are letters comes from the C library's C.UTF-8, where there is one; trigram search goes by it. */
const CHARACTER_TYPES = ['C.UTF-8', 'C']

async function initialise({ binaries, owner, sync }: Making, site: string, passwordFile: string): Promise<void> {
  let complaint = ''
  for (const characters of CHARACTER_TYPES) {
    const args = [
      '-D',
      join(site, 'db'),
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${characters}`,
      '--set=timezone=UTC',
      '--set=log_timezone=UTC',
      ...(sync ? [] : ['--no-sync']),
    ]
    complaint = await run(
      launchAs(owner, [binaries.postgres, binaries.catalogue, site, passwordFile], binaries.initdb, args),
    )
    if (complaint === '') return
  }
  throw new Error(`PostgreSQL could not make its database folder: ${complaint}`)
}

/** Runs a program to its end. Resolves to nothing, or to what it complained of. */
function run(launch: Launch): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(launch.program, launch.args, {
      ...launch.options,
      ...SURROUNDINGS,
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

/** PostgreSQL is told all by its arguments: no PG* variable of the caller reaches it, nor the terminal's signals. */
export const SURROUNDINGS = {
  cwd: '/',
  detached: true,
  env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
