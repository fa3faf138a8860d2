import { statfs } from 'node:fs/promises'
import { storeFull } from './storeFaults.ts'

/**
 * Throws `unavailable` when writing this many bytes would leave less than the reserve free: the database is often on the
 * same disk, and stops without room.
 */
export type FreeSpaceCheck = (bytes?: number) => Promise<void>

/** Checks the disk of a folder, which exists. `reserve` is in bytes; 0 turns the check off. */
export const freeSpaceCheck =
  (folder: string, reserve: number): FreeSpaceCheck =>
  async (bytes = 0) => {
    if (reserve === 0) return
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize - bytes < reserve) throw storeFull()
  }
