import { S3Error, tag, xml } from './errors.ts'
import { type S3Handler, type S3Request, type S3Response, xmlResponse } from './request.ts'
import { beginUpload, completeUpload, putObject, putPart, type StoredObject, uploadOf } from './store.ts'

function found({ bucket, key }: S3Request): StoredObject {
  const object = bucket.objects.get(key)
  if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
  return object
}

/** Query parameters that override response headers. */
const HEADER_OVERRIDES = new Map([
  ['response-content-type', 'Content-Type'],
  ['response-content-disposition', 'Content-Disposition'],
])

function get(s3Request: S3Request): S3Response {
  const { body, etag, contentType, writtenAt } = found(s3Request)
  const wanted = s3Request.request.headers['if-match']
  if (wanted !== undefined && wanted !== etag) throw new S3Error(412, 'PreconditionFailed')
  const overrides = [...HEADER_OVERRIDES].flatMap(([name, header]) => {
    const value = s3Request.query.get(name)
    return value === null ? [] : [[header, value] as const]
  })
  const headers = {
    'Content-Type': contentType,
    ETag: etag,
    'Last-Modified': writtenAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    ...Object.fromEntries(overrides),
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(String(s3Request.request.headers.range ?? ''))
  if (!range) return { status: 200, headers, body }
  const start = Number(range[1])
  const end = Math.min(range[2] ? Number(range[2]) : body.length, body.length - 1)
  if (start >= body.length) throw new S3Error(416, 'InvalidRange')
  const extent = { 'Content-Range': `bytes ${start}-${end}/${body.length}` }
  return { status: 206, headers: { ...headers, ...extent }, body: body.subarray(start, end + 1) }
}

const put: S3Handler = ({ bucket, key, request, body }) => ({
  status: 200,
  headers: { ETag: putObject(bucket, key, body, String(request.headers['content-type'] ?? 'binary/octet-stream')) },
})

const copy: S3Handler = ({ bucket, key, request }) => {
  const [, from, ...rest] = `/${decodeURIComponent(String(request.headers['x-amz-copy-source']))}`
    .replace('//', '/')
    .split('/')
  const source = from === bucket.name ? bucket.objects.get(rest.join('/')) : undefined
  if (!source) throw new S3Error(404, 'NoSuchKey')
  const wanted = request.headers['x-amz-copy-source-if-match']
  if (wanted !== undefined && wanted !== source.etag) throw new S3Error(412, 'PreconditionFailed')
  const etag = putObject(bucket, key, source.body, source.contentType)
  return xmlResponse(xml('CopyObjectResult', tag('ETag', etag), tag('LastModified', new Date().toISOString())))
}

const remove: S3Handler = ({ bucket, key }) => {
  bucket.objects.delete(key)
  return { status: 204 }
}

const create: S3Handler = ({ bucket, key, request }) => {
  const id = beginUpload(bucket, key, String(request.headers['content-type'] ?? 'binary/octet-stream'))
  return xmlResponse(
    xml('InitiateMultipartUploadResult', tag('Bucket', bucket.name), tag('Key', key), tag('UploadId', id)),
  )
}

const idOf = ({ query }: S3Request) => query.get('uploadId') ?? ''

const part: S3Handler = (s3Request) => {
  const upload = uploadOf(s3Request.bucket, s3Request.key, idOf(s3Request))
  return { status: 200, headers: { ETag: putPart(upload, Number(s3Request.query.get('partNumber')), s3Request.body) } }
}

const finish: S3Handler = (s3Request) => {
  const upload = uploadOf(s3Request.bucket, s3Request.key, idOf(s3Request))
  const texts = s3Request.body.toString().match(/<Part>.*?<\/Part>/gs) ?? []
  const named = texts.map((text) => ({
    number: Number(/<PartNumber>(\d+)</.exec(text)?.[1]),
    etag: (/<ETag>([^<]*)</.exec(text)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))
  const etag = completeUpload(s3Request.bucket, idOf(s3Request), upload, named)
  return xmlResponse(xml('CompleteMultipartUploadResult', tag('Key', s3Request.key), tag('ETag', etag)))
}

const abort: S3Handler = (s3Request) => {
  uploadOf(s3Request.bucket, s3Request.key, idOf(s3Request))
  s3Request.bucket.uploads.delete(idOf(s3Request))
  return { status: 204 }
}

const parts: S3Handler = (s3Request) => {
  const { parts: arrived } = uploadOf(s3Request.bucket, s3Request.key, idOf(s3Request))
  const after = Number(s3Request.query.get('part-number-marker') ?? 0)
  const limit = s3Request.page
  const all = [...arrived].sort(([a], [b]) => a - b).filter(([number]) => number > after)
  const page = all.slice(0, limit)
  const rows = page.map(([number, { body, etag }]) =>
    tag('Part', tag('PartNumber', number) + tag('ETag', etag) + tag('Size', body.length)),
  )
  const next = tag('IsTruncated', String(all.length > limit)) + tag('NextPartNumberMarker', page.at(-1)?.[0] ?? 0)
  return xmlResponse(xml('ListPartsResult', tag('UploadId', idOf(s3Request)), next, ...rows))
}

/** Handlers of requests to an object, by method and the query parameter that selects the operation. */
export const objectHandlers = new Map<string, S3Handler>([
  ['GET', get],
  ['HEAD', get],
  ['PUT', (s3Request) => ('x-amz-copy-source' in s3Request.request.headers ? copy : put)(s3Request)],
  ['DELETE', remove],
  ['POST uploads', create],
  ['PUT uploadId', part],
  ['POST uploadId', finish],
  ['DELETE uploadId', abort],
  ['GET uploadId', parts],
])
