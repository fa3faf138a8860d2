import { getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'

const STORAGE_USE = graphql(`
  fragment StorageUse on Viewer {
    id
    storage {
      usedBytes
      allowedBytes
    }
  }
`)

const STORAGE = graphql(`
  query Storage {
    viewer {
      id
      ...StorageUse
    }
  }
`)

interface StorageOfViewer {
  /** Undefined until it was read. */
  readonly usedBytes: number | undefined
  /** Null for any number. */
  readonly allowedBytes: number | null
  /** Null if there is no limit, and until it was read. */
  readonly leftBytes: number | null
  readonly refusal: Refusal | null
  readonly reload: () => void
}

/** What the person's files take of the storage. Lists of files keep it up to date. */
export function useStorage(): StorageOfViewer {
  const { data, refusal, reload } = usePanel(STORAGE, {})
  const storage = getFragmentData(STORAGE_USE, data?.viewer)?.storage
  const allowedBytes = storage?.allowedBytes ?? null
  const usedBytes = storage?.usedBytes
  const leftBytes = allowedBytes === null || usedBytes === undefined ? null : Math.max(0, allowedBytes - usedBytes)
  return { usedBytes, allowedBytes, leftBytes, refusal, reload }
}
