import { answerXml, type Handler } from './asked.ts'
import { tag, xml } from './refusal.ts'

const objects: Handler = ({ bucket, query, page: most }) => {
  const after = query.get('continuation-token') ?? ''
  const prefix = query.get('prefix') ?? ''
  const all = [...bucket.objects]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const page = all.slice(0, most)
  const rows = page.map(([key, { body, etag, writtenAt }]) =>
    tag(
      'Contents',
      tag('Key', key) + tag('Size', body.length) + tag('ETag', etag) + tag('LastModified', writtenAt.toISOString()),
    ),
  )
  const isCut = all.length > most
  const next = isCut ? tag('NextContinuationToken', page.at(-1)?.[0] ?? '') : ''
  return answerXml(
    xml('ListBucketResult', tag('KeyCount', page.length), tag('IsTruncated', String(isCut)), next, ...rows),
  )
}

const uploads: Handler = ({ bucket, query, page: most }) => {
  const prefix = query.get('prefix') ?? ''
  const after = (query.get('key-marker') ?? '') + (query.get('upload-id-marker') ?? '')
  const all = [...bucket.uploads]
    .filter(([id, { key }]) => key.startsWith(prefix) && key + id > after)
    .sort(([a, one], [b, other]) => (one.key + a < other.key + b ? -1 : 1))
  const page = all.slice(0, most)
  const rows = page.map(([id, { key, begunAt }]) =>
    tag('Upload', tag('Key', key) + tag('UploadId', id) + tag('Initiated', begunAt.toISOString())),
  )
  const [id, upload] = page.at(-1) ?? ['', { key: '' }]
  const next = tag('NextKeyMarker', upload.key) + tag('NextUploadIdMarker', id)
  return answerXml(xml('ListMultipartUploadsResult', tag('IsTruncated', String(all.length > most)), next, ...rows))
}

/** What is asked of the bucket itself. */
export const onBucket = new Map<string, Handler>([
  ['GET list-type', objects],
  ['GET uploads', uploads],
])
