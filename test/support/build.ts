import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BUILT = 'dist/main.js'
const writtenAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
const sourcesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))

/** Global setup: builds the server that tests start as a process, unless up to date. */
export function setup(): void {
  const sources = ['package-lock.json', ...sourcesOf('src')]
  if (sources.every((path) => writtenAt(path) < writtenAt(BUILT))) return
  execFileSync(process.execPath, ['--import', 'tsx', 'src/tools/build.ts'], { stdio: 'inherit' })
}
