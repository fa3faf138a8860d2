import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of all files in a folder and its folders, sorted. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
