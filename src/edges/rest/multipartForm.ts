import type { IncomingMessage } from 'node:http'
import type { Upload } from '../../contract/shapes/requestFields.ts'
import { BOUNDS } from '../../kernel/bounds.ts'
import { invalid } from '../../kernel/failure.ts'
import { keyedSlots } from '../../kernel/keyedSlots.ts'
import type { Spool, SpoolFile } from '../../kernel/spool.ts'
import { mediaTypeOf } from '../requestBody.ts'
import { HttpError } from './errors.ts'
import { bodyTooLarge, type PartSink, receiveParts } from './formParts.ts'

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

interface FormOptions {
  readonly spool: Spool
  /** The person or address that sends it: one can't keep the others from sending forms. */
  readonly sender: string
}

export function requestForm(request: IncomingMessage, { spool, sender }: FormOptions): RequestForm {
  const files: FormFile[] = []
  let free = () => {}
  return {
    async read() {
      const { headers } = request
      if (mediaTypeOf(headers['content-type']) !== 'multipart/form-data')
        throw new HttpError(415, 'The body must be multipart/form-data')
      if (Number(headers['content-length'] ?? 0) > BOUNDS.formBytes.most + BOUNDS.formTextBytes.most)
        throw bodyTooLarge()
      free = await formSlots.take(sender)
      return parseForm(request, spool, files).catch((error: unknown) => {
        throw isBadForm(error, request) ? malformedForm() : error
      })
    },
    async close() {
      await Promise.all(files.map((file) => file.close()))
      free()
    },
  }
}

/** `boundary=` of a Content-Type, with or without quotes. */
const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i

async function parseForm(
  request: IncomingMessage,
  spool: Spool,
  files: FormFile[],
): Promise<Readonly<Record<string, unknown>>> {
  const [, quoted, plain] = BOUNDARY.exec(request.headers['content-type'] ?? '') ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw malformedForm()
  const texts = new Map<string, Text>()
  const uploads = new Map<string, Upload>()
  const count = countParts()
  await receiveParts(request, boundary, (disposition) => {
    const part = partOf(disposition)
    if (part.fileName === null) return textSink(count, texts, part)
    count.file()
    const file = formFile(spool)
    files.push(file)
    if (!uploads.has(part.name)) uploads.set(part.name, { fileName: part.fileName, text: file.text, read: file.read })
    return (bytes) => {
      count.fileBytes(bytes)
      return file.append(bytes)
    }
  })
  return Object.fromEntries([...[...texts].map(([name, text]) => [name, text.end()]), ...uploads])
}

interface Text {
  add(bytes: Buffer): void
  end(): string
}

function textSink(count: PartCount, texts: Map<string, Text>, { name }: PartName): PartSink {
  count.text()
  const text = formText()
  if (!texts.has(name)) texts.set(name, text)
  return (bytes) => {
    count.textBytes(bytes)
    text.add(bytes)
  }
}

function formText(): Text {
  const chunks: Buffer[] = []
  return { add: (bytes) => void chunks.push(bytes), end: () => Buffer.concat(chunks).toString() }
}

type PartCount = ReturnType<typeof countParts>

/** Counts what a form holds; each count throws 413 beyond its bound. */
function countParts() {
  const counter = (most: number) => {
    let counted = 0
    return (more: number) => {
      counted += more
      if (counted > most) throw bodyTooLarge()
    }
  }
  const [files, texts] = [counter(BOUNDS.formFiles.most), counter(BOUNDS.formFields.most)]
  const [fileBytes, textBytes] = [counter(BOUNDS.formBytes.most), counter(BOUNDS.formTextBytes.most)]
  return {
    file: () => files(1),
    text: () => texts(1),
    fileBytes: ({ length }: Buffer) => fileBytes(length),
    textBytes: ({ length }: Buffer) => textBytes(length),
  }
}

interface PartName {
  readonly name: string
  /** Null for a text: any part can have a content type (RFC 7578), so a file is what has a file name. */
  readonly fileName: string | null
}

const NAME = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i
const FILE_NAME = /;\s*filename=(?:"(.*?)"(?=\s*(?:;|$))|([^\s;"]+))/i
const EXTENDED_FILE_NAME = /;\s*filename\*=/i

function partOf(disposition: string): PartName {
  const [, quoted, plain] = NAME.exec(disposition) ?? []
  return { name: quoted ?? plain ?? '', fileName: fileNameOf(disposition) }
}

/** Without the folders that old browsers of Windows send. */
function fileNameOf(disposition: string): string | null {
  const found = FILE_NAME.exec(disposition)
  if (!found) return EXTENDED_FILE_NAME.test(disposition) ? '' : null
  const path = found[1] ?? found[2] ?? ''
  return path.slice(path.lastIndexOf('\\') + 1).replaceAll('%22', '"')
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

  return {
    append,
    read: async () => (spooled ? spooled.read() : Buffer.concat(small)),
    /** Null for a large file. */
    text: () => (spooled ? null : Buffer.concat(small).toString()),
    close: async () => spooled?.close(),
  }
}

/** The parser marks its errors by `httpCode`; other errors are those of a broken connection, or of the disk. */
const isBadForm = (error: unknown, { destroyed, complete }: IncomingMessage): boolean =>
  error instanceof Error && ('httpCode' in error || (destroyed && !complete))

const malformedForm = () => invalid('body', 'The body is not valid multipart/form-data', 'malformed_request')
