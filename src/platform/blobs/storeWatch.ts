import { Counter, type Registry } from 'prom-client'
import type { Blobs, StoredBlob } from '../../kernel/blobs.ts'
import { MINUTE } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { getOrCreate } from '../../kernel/maps.ts'
import type { Spool, SpoolFile } from '../../kernel/spool.ts'
import { throttle } from '../../kernel/throttle.ts'
import { traced } from '../../kernel/tracer.ts'
import type { UploadReceiver } from './disk/uploadReceiver.ts'
import { STORE_ERRORS, type StoreError, StoreFault } from './storeFaults.ts'

/** What a store does when it fails, as the metrics name it. */
const OPERATIONS = [
  'store',
  'read',
  'size',
  'sign',
  'remove',
  'begin_upload',
  'receive',
  'parts',
  'finish_upload',
] as const
const FURTHER_OPERATIONS = ['abort_upload', 'list', 'spool'] as const
type Operation = (typeof OPERATIONS)[number] | (typeof FURTHER_OPERATIONS)[number]

/** Maps an error to the fault of the store that it shows; null for any other error. */
export type FindStoreFault = (error: unknown) => StoreFault | null

/** Counts the faults of the store, and logs the first of each kind and then one line a minute. */
export interface StoreWatch {
  /** Counts bytes of a blob that was stored. */
  stored(by: 'client' | 'server', bytes: number): void
  /** Runs work of the store. Its faults are thrown as `StoreFault`. */
  run<R>(operation: Operation, work: () => Promise<R>): Promise<R>
  /** Notes an error that came after the work, as of a stream. */
  note(operation: Operation, error: unknown): void
}

export function openStoreWatch(
  site: { readonly log: Log; readonly metrics: Registry },
  find: FindStoreFault,
): StoreWatch {
  const errors = storeErrorCounter(site.metrics)
  const bytes = storedBytesCounter(site.metrics)
  const lines = new Map<string, (cause: unknown) => void>()
  const note = (operation: Operation, fault: StoreFault) => {
    const { error } = fault
    errors.inc({ operation, error })
    getOrCreate(lines, `${operation} ${error}`, () => openLine(site.log, { operation, error }))(fault.cause ?? fault)
  }
  const faultOf = (error: unknown) => {
    if (error instanceof StoreFault) return error
    return error instanceof Failure ? null : find(error)
  }
  return {
    stored: (by, size) => bytes.inc({ by }, size),
    async run(operation, work) {
      try {
        return await traced(
          `store ${operation}`,
          { kind: 'client', attributes: { 'plaza.store.operation': operation } },
          work,
        )
      } catch (error) {
        const fault = faultOf(error)
        if (fault) note(operation, fault)
        throw fault ?? error
      }
    },
    note(operation, error) {
      const fault = faultOf(error)
      if (fault) note(operation, fault)
    },
  }
}

/** Logs one line a minute for one kind of fault, with how many there were since the last one. */
function openLine(log: Log, kind: { readonly operation: Operation; readonly error: StoreError }) {
  let failures = 0
  const line = throttle((err: unknown) => {
    log.error({ err, ...kind, failures }, 'the store of files failed')
    failures = 0
  }, MINUTE)
  return (cause: unknown) => {
    failures += 1
    line.take(cause)
  }
}

/** Each kind begins at 0, so that its first fault is an increase that alerts see. */
function storeErrorCounter(registry: Registry) {
  const counter = new Counter({
    name: 'plaza_object_store_errors_total',
    help: 'Faults of the store of files, a bucket or the disk, by what it did and what was wrong.',
    labelNames: ['operation', 'error'],
    registers: [registry],
  })
  for (const operation of [...OPERATIONS, ...FURTHER_OPERATIONS])
    for (const error of STORE_ERRORS) counter.inc({ operation, error }, 0)
  return counter
}

function storedBytesCounter(registry: Registry) {
  const counter = new Counter({
    name: 'plaza_upload_bytes_total',
    help: 'Bytes that were stored, by who sent them to the store: a client, or the server as for pictures.',
    labelNames: ['by'],
    registers: [registry],
  })
  for (const by of ['client', 'server']) counter.inc({ by }, 0)
  return counter
}

/** A store whose faults are counted and logged. */
export function watchBlobs(blobs: Blobs, watch: StoreWatch): Blobs {
  return {
    ...blobs,
    store: (...given) => watch.run('store', async () => countBytes(watch, 'server', await blobs.store(...given))),
    read: (...given) =>
      watch.run('read', async () => {
        const found = await blobs.read(...given)
        found?.stream.once('error', (error) => watch.note('read', error))
        return found
      }),
    size: (...given) => watch.run('size', () => blobs.size(...given)),
    downloadUrl: (...given) => watch.run('sign', () => blobs.downloadUrl(...given)),
    remove: (...given) => watch.run('remove', () => blobs.remove(...given)),
    beginUpload: (...given) => watch.run('begin_upload', () => blobs.beginUpload(...given)),
    partUploadUrl: (...given) => watch.run('sign', () => blobs.partUploadUrl(...given)),
    parts: (...given) => watch.run('parts', () => blobs.parts(...given)),
    finishUpload: (...given) =>
      watch.run('finish_upload', async () => countBytes(watch, 'client', await blobs.finishUpload(...given))),
    abortUpload: (...given) => watch.run('abort_upload', () => blobs.abortUpload(...given)),
    storedBefore: (moment) => watchList(blobs.storedBefore(moment), watch),
    uploadsBegunBefore: (moment) => watchList(blobs.uploadsBegunBefore(moment), watch),
  }
}

function countBytes(watch: StoreWatch, by: 'client' | 'server', blob: StoredBlob): StoredBlob {
  watch.stored(by, blob.size)
  return blob
}

async function* watchList(names: AsyncIterable<string>, watch: StoreWatch): AsyncIterable<string> {
  const list = names[Symbol.asyncIterator]()
  const next = () => watch.run('list', () => list.next())
  for (let found = await next(); !found.done; found = await next()) yield found.value
}

export const watchReceiver = (receiver: UploadReceiver, watch: StoreWatch): UploadReceiver => ({
  receive: (...given) => watch.run('receive', () => receiver.receive(...given)),
})

export const watchSpool = (spool: Spool, watch: StoreWatch): Spool => ({
  open: () => watch.run('spool', async () => watchSpoolFile(await spool.open(), watch)),
})

const watchSpoolFile = (file: SpoolFile, watch: StoreWatch): SpoolFile => ({
  append: (bytes) => watch.run('spool', () => file.append(bytes)),
  read: (from, length) => watch.run('spool', () => file.read(from, length)),
  close: () => file.close(),
})
