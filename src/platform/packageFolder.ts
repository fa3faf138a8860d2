import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the package: the closest one above this module, in the sources or in the bundle, with a package.json. */
export const PACKAGE_FOLDER = closestPackage(import.meta.dirname)

function closestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error('The server lies in no folder with a package.json')
  return closestPackage(above)
}
