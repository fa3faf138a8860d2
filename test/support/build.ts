import { execFileSync } from 'node:child_process'

/** Global setup: builds the server and the web UI that tests start as a process, unless they are up to date. */
export function setup(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'src/tools/build.ts'], { stdio: 'inherit' })
}
