import { Writable } from 'node:stream'
import type { Context } from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import { z } from 'zod'
import { MAX_FORM_BYTES, type Upload } from '../../contract/shapes/requestFields.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { HttpError } from './errors.ts'

const MAX_FIELD_BYTES = 64 * 1024
/** Forms are buffered in memory, so that no temporary files can leak; this bounds the memory. */
const MAX_CONCURRENT_FORMS = 8
let formsInProgress = 0

/** The fields of a multipart/form-data body, files as `Upload`. Throws for any other body. */
export async function readForm(ctx: Context): Promise<Readonly<Record<string, unknown>>> {
  if (!ctx.is('multipart/form-data')) throw new HttpError(415, 'The body must be multipart/form-data')
  if (Number(ctx.headers['content-length'] ?? 0) > MAX_FORM_BYTES + MAX_FIELD_BYTES) throw tooLarge()
  if (formsInProgress >= MAX_CONCURRENT_FORMS)
    throw new Failure('unavailable', 'Too many uploads at once', { retryAfter: 1 })
  formsInProgress += 1
  try {
    return await parseForm(ctx)
  } finally {
    formsInProgress -= 1
  }
}

const tooLarge = () => new HttpError(413, 'The body is too large')

async function parseForm(ctx: Context) {
  const chunksByName = new Map<string, Buffer[]>()
  await parser(chunksByName)(ctx, async () => {})
  const files = ParsedFiles.parse(ctx.request.files ?? {})
  const uploads = Object.entries(files).map(([name, file]) => [name, uploadOf(file, chunksByName)])
  return { ...Object(ctx.request.body), ...Object.fromEntries(uploads) }
}

/** A file as formidable returns it; only the first of several files with one field name is used. */
const ParsedFile = z.object({ newFilename: z.string(), originalFilename: z.string().nullable() })
const ParsedFiles = z.record(z.string(), z.union([ParsedFile, z.array(ParsedFile).transform((files) => files[0])]))

function uploadOf(file: z.output<typeof ParsedFile> | undefined, chunks: Map<string, Buffer[]>): Upload | undefined {
  return file && { bytes: Buffer.concat(chunks.get(file.newFilename) ?? []), fileName: file.originalFilename ?? '' }
}

const parser = (chunksByName: Map<string, Buffer[]>) =>
  koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT],
    formidable: {
      maxFiles: 4,
      maxFields: 32,
      maxFieldsSize: MAX_FIELD_BYTES,
      maxFileSize: MAX_FORM_BYTES,
      maxTotalFileSize: MAX_FORM_BYTES,
      allowEmptyFiles: true,
      minFileSize: 0,
      fileWriteStreamHandler: (file) => writeToMemory(chunksByName, file),
    },
    onError: (error) => {
      throw formError(error)
    },
  })

function writeToMemory(chunksByName: Map<string, Buffer[]>, file: unknown): Writable {
  const chunks: Buffer[] = []
  chunksByName.set(z.object({ newFilename: z.string() }).parse(file).newFilename, chunks)
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
}

/** formidable marks errors about sizes by `httpCode` 413. */
function formError(error: Error): Error {
  const status = 'httpCode' in error ? error.httpCode : undefined
  return status === 413 ? tooLarge() : invalid('body', 'The body is not valid multipart/form-data')
}
