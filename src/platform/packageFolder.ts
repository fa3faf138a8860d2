import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the package: the closest one above this module, in the sources or in the bundle, with a package.json. */
export const PACKAGE_FOLDER = closestPackage(import.meta.dirname)

const { version }: { readonly version: string } = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8'))

/** The version of the package. */
export const PACKAGE_VERSION = version

/** Folder to which `npm run build` writes the web UI. */
export const WEB_FOLDER = join(PACKAGE_FOLDER, 'dist/web')

function closestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error('The server lies in no folder with a package.json')
  return closestPackage(above)
}
