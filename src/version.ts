import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_VERSION, WEB_FOLDER } from './platform/packageFolder.ts'

/** The hash that the build writes beside the web UI; empty while it is not built. */
function webBuild(): string {
  const stamp = join(WEB_FOLDER, 'stamp')
  return existsSync(stamp) ? `+${readFileSync(stamp, 'utf8').slice(0, 8)}` : ''
}

/** The version of the server, with the build of its web UI as SemVer build metadata: `1.2.3+0a1b2c3d`. */
export const VERSION = `${PACKAGE_VERSION}${webBuild()}`
