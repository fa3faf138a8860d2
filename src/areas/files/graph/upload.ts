import { z } from 'zod'
import { patternOf } from '../../../contract/shapes/formats.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import { UPLOAD_PURPOSES } from '../../../edges/graphql/resolvers/uploads.ts'
import type { Upload as UploadRow } from '../../../generated/prisma/client.ts'
import { newUploadRules } from '../uploads/purposes.ts'
import { createUpload, uploadUrl, visibleUploads } from '../uploads/uploads.ts'

const uploadsById = createLoader<UploadRow>(
  forViewer((scope, ids) => scope.db.upload.findMany({ where: { id: { in: [...ids] }, ...visibleUploads(scope) } })),
  ({ id }) => id,
)

const UploadPurpose = builder.enumType('UploadPurpose', {
  description: 'What an upload is used for: the mutation, and the limits of type and size.',
  values: UPLOAD_PURPOSES,
})
const Purpose = z.enum(Object.values(UPLOAD_PURPOSES).map(({ value }) => value))

const UploadMethod = enumOf('UploadMethod', 'HTTP method of an upload.', {
  PUT: 'The method `PUT`.',
})

const HttpHeader = builder.objectRef<{ readonly name: string; readonly value: string }>('HttpHeader').implement({
  description: 'A header of an HTTP request.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the header.' }),
    value: t.exposeString('value', { description: 'Value of the header.' }),
  }),
})

const Upload = builder.objectRef<UploadRow>('Upload')
builder.node(Upload, {
  description: `A file on its way to the server, visible to its creator alone, for an hour. Send its bytes to \`url\` by one
HTTP request with \`method\` and \`headers\`, without cookies; a failed request may be sent again. Then pass its id in an
input, once: if that mutation is refused, the upload can be used again.`,
  ...nodeBy(uploadsById),
  fields: (t) => ({
    purpose: t.field({
      type: UploadPurpose,
      description: 'What it is used for.',
      resolve: ({ purpose }) => Purpose.parse(purpose),
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'Signed URL that takes the bytes; null once a mutation has read them.',
      resolve: (upload, _args, context) => uploadUrl(context.scope, upload),
    }),
    method: t.field({
      type: UploadMethod,
      description: 'HTTP method of the request.',
      resolve: () => 'PUT' as const,
    }),
    headers: t.field({
      type: [HttpHeader],
      ...atMost(1),
      description: 'Headers of the request. Clients that are no browsers also send the size as Content-Length.',
      resolve: ({ mimeType }) => [{ name: 'Content-Type', value: mimeType }],
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends and its bytes are deleted.' }),
  }),
})

/** Largest size in bytes: sizes are GraphQL integers. */
const MAX_SIZE = 2_147_483_647

const CreateUploadRequest = z.object({
  purpose: Purpose.describe('What the file is for.'),
  fileName: z
    .string()
    .min(1)
    .max(255)
    .regex(patternOf('characters', /^[^/\\\p{Cc}]+$/u), { message: 'fileName must be a name without slashes' })
    .describe('Name of the file, with its extension.'),
  mimeType: z
    .string()
    .max(127)
    .regex(patternOf('mimeType', /^[\w.+-]+\/[\w.+-]+$/), {
      message: 'mimeType must be a MIME type, such as image/png',
    })
    .describe('MIME type of the file, which the request to `url` states as Content-Type.'),
  sizeInBytes: z
    .int()
    .min(1)
    .max(MAX_SIZE)
    .describe('Exact size in bytes: at most 20 MiB for images and what the server allows for other files.'),
})

mutation('createUpload', {
  description:
    'Begins an upload: send the bytes to the URL of the result, then pass its id in an input, within an hour. The server computes hashes, and checks and re-encodes images when it is used.',
  input: CreateUploadRequest,
  types: { purpose: UploadPurpose },
  rules: newUploadRules,
  run: async (scope, announced) => ({ upload: await createUpload(scope, announced) }),
  payload: (t) => ({
    upload: t.field({ type: Upload, description: 'The upload.', resolve: ({ upload }) => upload }),
  }),
})
