import type { IncomingMessage } from 'node:http'
import contentDisposition from 'content-disposition'
import type { Download } from '../../contract/operation.ts'
import { isCurrent, requestedRange } from '../conditionalRequests.ts'
import type { Reply } from '../exchange.ts'
import { type HeaderList, UPLOADED_CONTENT_POLICY } from '../responseHeaders.ts'
import { HttpError } from './errors.ts'

/** Most downloads are addressed by version, so their content never changes. */
const IMMUTABLE = 'max-age=31536000, immutable'
const CHANGEABLE = 'no-cache'

type Bytes = Exclude<Download, { readonly at: string }>

/** Answers with a download: whole (200), the requested range (206), or 304 if the client's copy is current. Throws 412 and 416. */
export async function downloadReply(request: IncomingMessage, download: Bytes): Promise<Reply> {
  const described = headersOf(download)
  if (isCurrent(request, download.etag)) return { status: 304, headers: described, body: null }
  const range = requestedRange(request, download)
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(download.size)
  const { start, end } = range ?? { start: 0, end: download.size - 1 }
  const sent: HeaderList = [
    ...described,
    ['Content-Type', download.contentType],
    ...(range ? [['Content-Range', `bytes ${start}-${end}/${download.size}`] as const] : []),
    ['Content-Length', String(end - start + 1)],
  ]
  return {
    status: range ? 206 : 200,
    headers: sent,
    body: request.method === 'HEAD' ? null : await download.open(range),
  }
}

const rangeNotSatisfiable = (size: number) =>
  new HttpError(416, 'The range lies beyond the end of the content', [['Content-Range', `bytes */${size}`]])

const headersOf = ({ fileName, inline, shared, isChangeable, etag }: Bytes): HeaderList => [
  ['Content-Disposition', contentDisposition(fileName, { type: inline ? 'inline' : 'attachment' })],
  UPLOADED_CONTENT_POLICY,
  ['Cache-Control', `${shared ? 'public' : 'private'}, ${isChangeable ? CHANGEABLE : IMMUTABLE}`],
  ['ETag', etag],
  ['Accept-Ranges', 'bytes'],
]
