import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../kernel/failure.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type DataKey, readUploadStatus } from './uploads.ts'

/** So many requests are held at a time; further ones are answered at once. */
const MOST_HELD = 50
let held = 0

/**
 * As the legacy operation tells it: on data that is complete the call times out, as documented. It is held open, without
 * a connection to the database, as long as the settings say; then `upload_complete` is thrown.
 */
export async function readLegacyUploadStatus(scope: SignedScope, key: DataKey) {
  try {
    return await readUploadStatus(scope, key)
  } catch (error) {
    if (error instanceof Failure && error.code === 'upload_complete') await hold(scope.rules.legacyStatusTimeout)
    throw error
  }
}

async function hold(milliseconds: number): Promise<void> {
  if (held >= MOST_HELD) return
  held += 1
  try {
    await pause(milliseconds)
  } finally {
    held -= 1
  }
}
