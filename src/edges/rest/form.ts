import { Writable } from 'node:stream'
import type { Context } from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import { z } from 'zod'
import { MOST_FORM_BYTES, type Upload } from '../../contract/shapes/upload.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { Turned } from './failure.ts'

const MOST_FIELD_BYTES = 64 * 1024
/** Forms lie in memory while they are read, so that nothing is left behind whatever happens: this many at a time. */
const MOST_FORMS = 8
let reading = 0

/** The fields of a multipart/form-data body, those with a file as `Upload`. Throws the refusal for any other body. */
export async function readForm(ctx: Context): Promise<Readonly<Record<string, unknown>>> {
  if (!ctx.is('multipart/form-data')) throw new Turned(415, 'The body must be multipart/form-data')
  if (Number(ctx.headers['content-length'] ?? 0) > MOST_FORM_BYTES + MOST_FIELD_BYTES) throw tooLarge()
  if (reading >= MOST_FORMS) throw new Failure('unavailable', 'Too many uploads at once', { retryAfter: 1 })
  reading += 1
  try {
    return await parseForm(ctx)
  } finally {
    reading -= 1
  }
}

const tooLarge = () => new Turned(413, 'The body is too large')

async function parseForm(ctx: Context) {
  const kept = new Map<string, Buffer[]>()
  await parser(kept)(ctx, async () => {})
  const files = Parsed.parse(ctx.request.files ?? {})
  const uploads = Object.entries(files).map(([name, file]) => [name, uploadOf(file, kept)])
  return { ...Object(ctx.request.body), ...Object.fromEntries(uploads) }
}

/** What formidable tells of a file; of several with one name the first counts. */
const File = z.object({ newFilename: z.string(), originalFilename: z.string().nullable() })
const Parsed = z.record(z.string(), z.union([File, z.array(File).transform((files) => files[0])]))

function uploadOf(file: z.output<typeof File> | undefined, kept: Map<string, Buffer[]>): Upload | undefined {
  return file && { bytes: Buffer.concat(kept.get(file.newFilename) ?? []), fileName: file.originalFilename ?? '' }
}

const parser = (kept: Map<string, Buffer[]>) =>
  koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT],
    formidable: {
      maxFiles: 4,
      maxFields: 32,
      maxFieldsSize: MOST_FIELD_BYTES,
      maxFileSize: MOST_FORM_BYTES,
      maxTotalFileSize: MOST_FORM_BYTES,
      allowEmptyFiles: true,
      minFileSize: 0,
      fileWriteStreamHandler: (file) => intoMemory(kept, file),
    },
    onError: (error) => {
      throw refusalOf(error)
    },
  })

function intoMemory(kept: Map<string, Buffer[]>, file: unknown): Writable {
  const chunks: Buffer[] = []
  kept.set(z.object({ newFilename: z.string() }).parse(file).newFilename, chunks)
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
}

/** By formidable's own numbers: those that say 413 are about the size. */
function refusalOf(error: Error): Error {
  const status = 'httpCode' in error ? error.httpCode : undefined
  return status === 413 ? tooLarge() : invalid('body', 'The body is not valid multipart/form-data')
}
