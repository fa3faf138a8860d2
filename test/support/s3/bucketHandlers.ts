import { tag, xml } from './errors.ts'
import { type S3Handler, xmlResponse } from './request.ts'

const listObjects: S3Handler = ({ bucket, query, page: limit }) => {
  const after = query.get('continuation-token') ?? ''
  const prefix = query.get('prefix') ?? ''
  const all = [...bucket.objects]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const page = all.slice(0, limit)
  const rows = page.map(([key, { body, etag, writtenAt }]) =>
    tag(
      'Contents',
      tag('Key', key) + tag('Size', body.length) + tag('ETag', etag) + tag('LastModified', writtenAt.toISOString()),
    ),
  )
  const isTruncated = all.length > limit
  const next = isTruncated ? tag('NextContinuationToken', page.at(-1)?.[0] ?? '') : ''
  return xmlResponse(
    xml('ListBucketResult', tag('KeyCount', page.length), tag('IsTruncated', String(isTruncated)), next, ...rows),
  )
}

const listUploads: S3Handler = ({ bucket, query, page: limit }) => {
  const prefix = query.get('prefix') ?? ''
  const after = (query.get('key-marker') ?? '') + (query.get('upload-id-marker') ?? '')
  const all = [...bucket.uploads]
    .filter(([id, { key }]) => key.startsWith(prefix) && key + id > after)
    .sort(([a, one], [b, other]) => (one.key + a < other.key + b ? -1 : 1))
  const page = all.slice(0, limit)
  const rows = page.map(([id, { key, begunAt }]) =>
    tag('Upload', tag('Key', key) + tag('UploadId', id) + tag('Initiated', begunAt.toISOString())),
  )
  const [id, upload] = page.at(-1) ?? ['', { key: '' }]
  const next = tag('NextKeyMarker', upload.key) + tag('NextUploadIdMarker', id)
  return xmlResponse(xml('ListMultipartUploadsResult', tag('IsTruncated', String(all.length > limit)), next, ...rows))
}

/** Handlers of requests to the bucket, by method and the query parameter that selects the operation. */
export const bucketHandlers = new Map<string, S3Handler>([
  ['HEAD', () => ({ status: 200, headers: {} })],
  ['GET list-type', listObjects],
  ['GET uploads', listUploads],
])
