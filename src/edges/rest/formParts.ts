import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { MultipartParser } from 'formidable'
import { BOUNDS } from '../../kernel/bounds.ts'
import { HttpError } from './errors.ts'

/** Takes the bytes of a part, in order; the next ones are read once it has resolved. */
export type PartSink = (bytes: Buffer) => Promise<void> | void

interface ParserEvent {
  readonly name: string
  readonly buffer?: Buffer
  readonly start?: number
  readonly end?: number
}

export const bodyTooLarge = () => new HttpError(413, 'The body is too large')

const MOST_BYTES = BOUNDS.formBytes.most + BOUNDS.formTextBytes.most

/**
 * Splits a multipart body into its parts: `begin` is given the Content-Disposition of each, and returns where its bytes
 * go. They are passed on as they arrive, whatever a Content-Transfer-Encoding says (RFC 7578 4.7). Everything happens
 * within the returned promise, so that no error escapes the request. Throws an error with `httpCode` for a malformed body.
 */
export async function receiveParts(
  request: IncomingMessage,
  boundary: string,
  begin: (disposition: string) => PartSink,
): Promise<void> {
  const parser = new MultipartParser()
  parser.initWithBoundary(boundary)
  await pipeline(bodyOf(request), parser, (events: AsyncIterable<ParserEvent>) => receive(events, begin))
}

/** The connection stays open after an error, so that the client receives the response. */
async function* bodyOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > MOST_BYTES) throw bodyTooLarge()
    yield chunk
  }
}

async function receive(events: AsyncIterable<ParserEvent>, begin: (disposition: string) => PartSink): Promise<void> {
  let sink: PartSink = () => {}
  const headers = collectHeaders()
  const steps = new Map<string, PartSink>([
    ['partBegin', headers.clear],
    ['headerField', headers.addName],
    ['headerValue', headers.addValue],
    ['headerEnd', headers.end],
    [
      'headersEnd',
      () => {
        sink = begin(headers.disposition())
      },
    ],
    ['partData', (bytes) => sink(bytes)],
  ])
  for await (const { name, buffer, start, end } of events)
    await steps.get(name)?.(buffer?.subarray(start, end) ?? Buffer.alloc(0))
}

/** Collects the headers of a part, of which only the Content-Disposition counts. */
function collectHeaders() {
  let size = 0
  let disposition = ''
  let name: Buffer[] = []
  let value: Buffer[] = []
  const add = (chunks: Buffer[], bytes: Buffer) => {
    size += bytes.length
    if (size > BOUNDS.headerBytes.most) throw bodyTooLarge()
    chunks.push(bytes)
  }
  return {
    clear() {
      size = 0
      disposition = ''
    },
    addName: (bytes: Buffer) => add(name, bytes),
    addValue: (bytes: Buffer) => add(value, bytes),
    end() {
      if (textOf(name).toLowerCase() === 'content-disposition') disposition = textOf(value)
      name = []
      value = []
    },
    disposition: () => disposition,
  }
}

const textOf = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString()
