import { useRef, useState } from 'react'
import type { UploadPurpose } from '../../generated/graphql.ts'
import { type Refusal, refusalOf } from '../../graph/refusal.ts'
import { useUpload } from '../../graph/useUpload.ts'

/** A file that is being sent, waits for that, or was refused. */
export interface QueuedFile {
  readonly id: number
  readonly file: File
  /** 0 to 100. */
  readonly progress: number
  /** Why it failed; null if it has not. */
  readonly refusal: Refusal | null
}

export interface UploadQueue {
  /** Without those that are done. */
  readonly files: readonly QueuedFile[]
  readonly isBusy: boolean
  /** Files that were sent and used since the page was opened. */
  readonly doneCount: number
  readonly add: (files: readonly File[]) => void
  /** Sends a file again that has failed. */
  readonly retry: (id: number) => void
  /** Takes a file out that has failed. */
  readonly remove: (id: number) => void
}

/** Uses an upload, by a mutation. Throws a Refusal. */
export type UseOfUpload = (uploadId: string, file: File) => Promise<unknown>

let lastId = 0

/** Sends files one after the other. A file that fails stays, with the reason, and can be sent again. */
export function useUploadQueue(purpose: UploadPurpose, use: UseOfUpload): UploadQueue {
  const send = useUpload()
  const [files, setFiles] = useState<readonly QueuedFile[]>([])
  const [doneCount, setDoneCount] = useState(0)
  const before = useRef(Promise.resolve())
  const change = (id: number, changed: Partial<QueuedFile>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)))
  const remove = (id: number) => setFiles((all) => all.filter((one) => one.id !== id))
  const run = async (id: number, file: File) => {
    try {
      await use(await send(file, purpose, (progress) => change(id, { progress })), file)
      remove(id)
      setDoneCount((count) => count + 1)
    } catch (error) {
      change(id, { refusal: refusalOf(error) })
    }
  }
  const enqueue = ({ id, file }: QueuedFile) => {
    before.current = before.current.then(() => run(id, file))
  }
  const add = (added: readonly File[]) => {
    const queued = added.map((file) => ({ id: ++lastId, file, progress: 0, refusal: null }))
    setFiles((all) => [...all.filter(({ refusal }) => refusal === null), ...queued])
    queued.forEach(enqueue)
  }
  const retry = (id: number) => {
    const failed = files.find((one) => one.id === id)
    if (!failed?.refusal) return
    change(id, { refusal: null, progress: 0 })
    enqueue(failed)
  }
  return { files, isBusy: files.some(({ refusal }) => refusal === null), doneCount, add, retry, remove }
}
