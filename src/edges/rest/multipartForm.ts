import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import formidable, { type Part } from 'formidable'
import type { Context } from 'koa'
import type { Upload } from '../../contract/shapes/requestFields.ts'
import { BOUNDS } from '../../kernel/bounds.ts'
import { invalid } from '../../kernel/failure.ts'
import { keyedSlots } from '../../kernel/keyedSlots.ts'
import type { Spool, SpoolFile } from '../../platform/spool.ts'
import { HttpError } from './errors.ts'

/** Forms that arrive or are worked on: each holds some memory, and its files on disk. */
const formSlots = keyedSlots({
  perKey: BOUNDS.formsPerUser.most,
  waitingPerKey: BOUNDS.formsWaiting.most,
  inAll: BOUNDS.forms.most,
  patience: 10_000,
  message: 'Too many uploads at once',
})

/** The body of a request to an operation that takes a form. */
export interface RequestForm {
  /**
   * Reads a multipart/form-data body: texts, and files as `Upload`; only the first of several parts with one name. Throws
   * for any other body.
   */
  read(): Promise<Readonly<Record<string, unknown>>>
  /** Discards the files, which can't be read any more, and lets the next form of the sender in. */
  close(): Promise<void>
}

export interface FormOptions {
  readonly spool: Spool
  /** The person or address that sends it: one can't keep the others from sending forms. */
  readonly sender: string
}

export function requestForm(ctx: Context, { spool, sender }: FormOptions): RequestForm {
  const files: FormFile[] = []
  let free = () => {}
  return {
    async read() {
      if (!ctx.is('multipart/form-data')) throw new HttpError(415, 'The body must be multipart/form-data')
      if (Number(ctx.headers['content-length'] ?? 0) > BOUNDS.formBytes.most + BOUNDS.formTextBytes.most)
        throw tooLarge()
      free = await formSlots.take(sender)
      return parseForm(ctx, spool, files).catch((error: unknown) => {
        throw isBadForm(error, ctx) ? invalidForm(error) : error
      })
    },
    async close() {
      await Promise.all(files.map((file) => file.close()))
      free()
    },
  }
}

const tooLarge = () => new HttpError(413, 'The body is too large')

async function parseForm(ctx: Context, spool: Spool, files: FormFile[]): Promise<Readonly<Record<string, unknown>>> {
  const form = formidable({
    maxFiles: BOUNDS.formFiles.most,
    maxFields: BOUNDS.formFields.most,
    maxFieldsSize: BOUNDS.formTextBytes.most,
    maxFileSize: BOUNDS.formBytes.most,
    maxTotalFileSize: BOUNDS.formBytes.most,
    allowEmptyFiles: true,
    minFileSize: 0,
    filename: () => String(files.length),
    fileWriteStreamHandler: () => {
      const file = formFile(spool)
      files.push(file)
      return file.stream
    },
  })
  form.onPart = (part) => form._handlePart(classified(part))
  const [texts, parts] = await Promise.race([form.parse(ctx.req), brokenOff(ctx.req)])
  // The parser ignores errors of writing once it has seen the end of the form.
  for (const file of files) await file.written()
  const uploads = Object.entries(parts).map(([name, same]) => [name, same?.[0] && uploadOf(files, same[0])])
  return { ...firstTexts(texts), ...Object.fromEntries(uploads) }
}

/** Rejects when the body breaks off: the parser does not notice if that happens before it listens. */
function brokenOff(request: IncomingMessage): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () => !request.complete && reject(new HttpError(400, 'The body broke off'))
    if (request.destroyed) refuse()
    else request.once('close', refuse)
  })
}

const firstTexts = (texts: Readonly<Record<string, readonly string[] | undefined>>) =>
  Object.fromEntries(Object.entries(texts).map(([name, values]) => [name, values?.[0]]))

/**
 * The parser takes a part with a content type for a file, but any part can have one (RFC 7578): a file is what has a file
 * name.
 */
function classified(part: Part): Part {
  const isFile = part.originalFilename !== null || hasExtendedFileName(part)
  part.mimetype = isFile ? (part.mimetype ?? 'application/octet-stream') : null
  return part
}

const hasExtendedFileName = (part: Part) =>
  'headers' in part && /;\s*filename\*=/i.test(String(Object(part.headers)['content-disposition']))

/** The parser names files by their number. */
function uploadOf(files: readonly FormFile[], part: { newFilename: string; originalFilename: string | null }): Upload {
  const file = files[Number(part.newFilename)]
  if (!file) throw new Error('a file of a form was not received')
  return { fileName: part.originalFilename ?? '', text: file.text, read: file.read }
}

type FormFile = ReturnType<typeof formFile>

/** Holds a small file in memory, and a larger one on disk. */
function formFile(spool: Spool) {
  const small: Buffer[] = []
  let size = 0
  let spooled: SpoolFile | undefined

  const append = async (bytes: Buffer) => {
    size += bytes.length
    if (spooled) return spooled.append(bytes)
    small.push(bytes)
    if (size <= BOUNDS.formMemoryBytes.most) return
    spooled = await spool.open()
    for (const chunk of small.splice(0)) await spooled.append(chunk)
  }

  let written = Promise.resolve()
  return {
    stream: new Writable({
      write(chunk: Buffer, _encoding, done) {
        written = append(chunk)
        written.then(() => done(), done)
      },
    }),
    read: async () => (spooled ? spooled.read() : Buffer.concat(small)),
    /** Throws when the file could not be written. */
    written: () => written,
    /** Null for a large file. */
    text: () => (spooled ? null : Buffer.concat(small).toString()),
    async close() {
      // The parser does not wait for writes of a form that it refuses.
      await written.catch(() => {})
      await spooled?.close()
    },
  }
}

/** The parser marks its errors by `httpCode`; other errors are those of a broken connection, or of the disk. */
const isBadForm = (error: unknown, { req }: Context): error is Error =>
  error instanceof Error && ('httpCode' in error || (req.destroyed && !req.complete))

const invalidForm = (error: Error) =>
  'httpCode' in error && error.httpCode === 413
    ? tooLarge()
    : invalid('body', 'The body is not valid multipart/form-data', 'malformed_request')
