import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A file that each build writes. */
const STAMP = 'dist/tsconfig.tsbuildinfo'
const writtenAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Global setup: builds the server that tests start as a process, unless up to date. Types are not checked. */
export function setup(): void {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  if (sources.every((path) => writtenAt(join('src', path)) < writtenAt(STAMP))) return
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck']
  execFileSync(process.execPath, tsc, { stdio: 'inherit' })
}
