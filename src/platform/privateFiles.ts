import { accessSync, constants, mkdirSync } from 'node:fs'

/** Modes of what holds secrets or private data: for the user of the server alone. */
export const [PRIVATE_FOLDER, PRIVATE_FILE] = [0o700, 0o600]

/**
 * Creates DATA_DIR, for the user of the server alone, with the folders above it. The mode of a folder that exists stays:
 * it is the operator's, and `doctor` warns of it. Throws when the server can't write it.
 */
export function createDataFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER })
  accessSync(path, constants.W_OK | constants.X_OK)
}
