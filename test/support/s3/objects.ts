import { type Answer, type Asked, answerXml, type Handler } from './asked.ts'
import { S3Refusal, tag, xml } from './refusal.ts'
import { begin, complete, putObject, putPart, type Stored, uploadOf } from './store.ts'

function found({ bucket, key }: Asked): Stored {
  const object = bucket.objects.get(key)
  if (!object) throw new S3Refusal(404, 'NoSuchKey', 'The specified key does not exist.')
  return object
}

/** The query parameters that a reader may dress an answer with. */
const DRESSES = new Map([
  ['response-content-type', 'Content-Type'],
  ['response-content-disposition', 'Content-Disposition'],
])

function get(asked: Asked): Answer {
  const { body, etag, contentType, writtenAt } = found(asked)
  const dressed = [...DRESSES].flatMap(([name, header]) => {
    const value = asked.query.get(name)
    return value === null ? [] : [[header, value] as const]
  })
  const headers = {
    'Content-Type': contentType,
    ETag: etag,
    'Last-Modified': writtenAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    ...Object.fromEntries(dressed),
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(String(asked.request.headers.range ?? ''))
  if (!range) return { status: 200, headers, body }
  const start = Number(range[1])
  const end = Math.min(range[2] ? Number(range[2]) : body.length, body.length - 1)
  if (start >= body.length) throw new S3Refusal(416, 'InvalidRange')
  const extent = { 'Content-Range': `bytes ${start}-${end}/${body.length}` }
  return { status: 206, headers: { ...headers, ...extent }, body: body.subarray(start, end + 1) }
}

const put: Handler = ({ bucket, key, request, body }) => ({
  status: 200,
  headers: { ETag: putObject(bucket, key, body, String(request.headers['content-type'] ?? 'binary/octet-stream')) },
})

const copy: Handler = ({ bucket, key, request }) => {
  const [, from, ...rest] = `/${decodeURIComponent(String(request.headers['x-amz-copy-source']))}`
    .replace('//', '/')
    .split('/')
  const source = from === bucket.name ? bucket.objects.get(rest.join('/')) : undefined
  if (!source) throw new S3Refusal(404, 'NoSuchKey')
  const wanted = request.headers['x-amz-copy-source-if-match']
  if (wanted !== undefined && wanted !== source.etag) throw new S3Refusal(412, 'PreconditionFailed')
  const etag = putObject(bucket, key, source.body, source.contentType)
  return answerXml(xml('CopyObjectResult', tag('ETag', etag), tag('LastModified', new Date().toISOString())))
}

const remove: Handler = ({ bucket, key }) => {
  bucket.objects.delete(key)
  return { status: 204 }
}

const create: Handler = ({ bucket, key, request }) => {
  const id = begin(bucket, key, String(request.headers['content-type'] ?? 'binary/octet-stream'))
  return answerXml(
    xml('InitiateMultipartUploadResult', tag('Bucket', bucket.name), tag('Key', key), tag('UploadId', id)),
  )
}

const idOf = ({ query }: Asked) => query.get('uploadId') ?? ''

const part: Handler = (asked) => {
  const upload = uploadOf(asked.bucket, asked.key, idOf(asked))
  return { status: 200, headers: { ETag: putPart(upload, Number(asked.query.get('partNumber')), asked.body) } }
}

const finish: Handler = (asked) => {
  const upload = uploadOf(asked.bucket, asked.key, idOf(asked))
  const texts = asked.body.toString().match(/<Part>.*?<\/Part>/gs) ?? []
  const named = texts.map((text) => ({
    number: Number(/<PartNumber>(\d+)</.exec(text)?.[1]),
    etag: (/<ETag>([^<]*)</.exec(text)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))
  const etag = complete(asked.bucket, idOf(asked), upload, named)
  return answerXml(xml('CompleteMultipartUploadResult', tag('Key', asked.key), tag('ETag', etag)))
}

const abort: Handler = (asked) => {
  uploadOf(asked.bucket, asked.key, idOf(asked))
  asked.bucket.uploads.delete(idOf(asked))
  return { status: 204 }
}

const parts: Handler = (asked) => {
  const { parts: arrived } = uploadOf(asked.bucket, asked.key, idOf(asked))
  const after = Number(asked.query.get('part-number-marker') ?? 0)
  const most = asked.page
  const all = [...arrived].sort(([a], [b]) => a - b).filter(([number]) => number > after)
  const page = all.slice(0, most)
  const rows = page.map(([number, { body, etag }]) =>
    tag('Part', tag('PartNumber', number) + tag('ETag', etag) + tag('Size', body.length)),
  )
  const next = tag('IsTruncated', String(all.length > most)) + tag('NextPartNumberMarker', page.at(-1)?.[0] ?? 0)
  return answerXml(xml('ListPartsResult', tag('UploadId', idOf(asked)), next, ...rows))
}

/** What is done to an object, by the method and the query parameter that chooses. */
export const onObjects = new Map<string, Handler>([
  ['GET', get],
  ['HEAD', get],
  ['PUT', (asked) => ('x-amz-copy-source' in asked.request.headers ? copy : put)(asked)],
  ['DELETE', remove],
  ['POST uploads', create],
  ['PUT uploadId', part],
  ['POST uploadId', finish],
  ['DELETE uploadId', abort],
  ['GET uploadId', parts],
])
