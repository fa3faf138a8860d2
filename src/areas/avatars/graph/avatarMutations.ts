import { z } from 'zod'
import { AvatarId, AvatarStyleId } from '../../../contract/ids.ts'
import { CreateAvatarRequest, styleOf, UpdateAvatarRequest } from '../../../contract/shapes/avatar.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import {
  contentSlots,
  newFileRules,
  requiredFileRules,
  requiredUrl,
  uploadIdField,
  withNewFiles,
} from '../../../edges/graphql/resolvers/uploads.ts'
import type { Id } from '../../../kernel/ids.ts'
import { avatarRules, createAvatar } from '../avatar/create.ts'
import { deleteAvatar } from '../avatar/delete.ts'
import { setAvatarStyle } from '../avatar/styles.ts'
import { avatarUpdateRules, updateAvatar } from '../avatar/update.ts'
import { avatarNotFound } from '../policy.ts'
import { Avatar, AvatarEdge, avatarsById } from './avatar.ts'
import { AvatarStatus } from './enums.ts'
import { BY_AVATAR_UPDATE } from './lists.ts'
import { AvatarStyle } from './style.ts'

/** What mutations of an avatar return: its id. */
interface WithAvatar {
  readonly avatarId: Id<'avatar'>
}

const avatarId = AvatarId.describe('Id of the avatar.')
const PURPOSES = { image: 'avatarimage', asset: 'avatarasset' } as const
const STYLE = 'Id of a style that the author gives it'

/** Fields that the graph names otherwise than the REST API. */
const FIELDS = {
  isFeatured: CreateAvatarRequest.shape.featured,
  isSearchable: CreateAvatarRequest.shape.searchable,
  primaryStyleId: styleOf('primaryStyleId').optional().describe(`${STYLE}; null for none.`),
  secondaryStyleId: styleOf('secondaryStyleId').optional().describe(`${STYLE}, beside the first; null for none.`),
  imageUploadId: uploadIdField('AVATAR_IMAGE'),
  assetUploadId: uploadIdField('AVATAR_ASSET'),
}
const TYPES = {
  imageUrl: 'URL',
  assetUrl: 'URL',
  releaseStatus: AvatarStatus,
  primaryStyleId: 'ID',
  secondaryStyleId: 'ID',
} as const
const FIELD_NAMES = {
  featured: 'isFeatured',
  searchable: 'isSearchable',
  primaryStyle: 'primaryStyleId',
  secondaryStyle: 'secondaryStyleId',
} as const
const REST_FIELDS = {
  created_at: true,
  featured: true,
  primaryStyle: true,
  searchable: true,
  secondaryStyle: true,
  thumbnailImageUrl: true,
  unityPackageUrl: true,
  updated_at: true,
  version: true,
} as const

interface RenamedFields {
  readonly isFeatured?: boolean
  readonly isSearchable?: boolean
  readonly primaryStyleId?: string
  readonly secondaryStyleId?: string
}

/** An input as the acts take it. */
const asGiven = <I extends RenamedFields>(input: I) => {
  const { isFeatured: featured, isSearchable: searchable, primaryStyleId, secondaryStyleId, ...rest } = input
  return { ...rest, featured, searchable, primaryStyle: primaryStyleId, secondaryStyle: secondaryStyleId }
}

/** The avatar of a payload, which whoever may change it can see. Throws `missing`. */
async function changedAvatar({ avatarId: id }: WithAvatar, context: GraphContext) {
  const avatar = await avatarsById(context).load(id)
  if (!avatar) throw avatarNotFound()
  return avatar
}

const avatarField = (t: ObjectFieldBuilder<WithAvatar>) =>
  t.field({
    type: Avatar,
    description: 'The avatar after the change.',
    resolve: (payload, _args, context) => changedAvatar(payload, context),
  })

mutation('createAvatar', {
  description: 'Creates an avatar from an uploaded image and, if it is there already, an asset. At most 30 in a day.',
  input: CreateAvatarRequest.omit(REST_FIELDS).partial({ imageUrl: true }).extend(FIELDS),
  types: TYPES,
  fieldNames: FIELD_NAMES,
  rules: (scope, { releaseStatus, assetUploadId, ...avatar }, names) => {
    const { imageUrl: image, assetUrl: asset } = contentSlots({ ...avatar, assetUploadId }, PURPOSES)
    // An asset that is uploaded has no URL yet, without which the status could not be public.
    const status = assetUploadId && releaseStatus === 'public' ? undefined : releaseStatus
    return [
      ...avatarRules(scope, { ...asGiven(avatar), releaseStatus: status }),
      ...requiredFileRules(scope, { imageUrl: image }, names),
      ...newFileRules(scope, { assetUrl: asset }),
    ]
  },
  run: (scope, { imageUploadId, assetUploadId, ...avatar }): Promise<WithAvatar> => {
    const slots = contentSlots({ ...avatar, imageUploadId, assetUploadId }, PURPOSES)
    return withNewFiles(scope, slots, async (urls, writeNewFiles) => {
      const imageUrl = requiredUrl(urls.imageUrl, 'imageUrl')
      const given = { ...asGiven(avatar), ...urls, imageUrl, writeNewFiles }
      return { avatarId: await createAvatar(scope, given) }
    })
  },
  payload: (t) => ({
    avatar: avatarField(t),
    avatarEdge: t.field({
      type: AvatarEdge,
      description: 'The avatar in the list `viewer.avatars` in its default order.',
      resolve: async (payload, _args, context) => edgeOf(BY_AVATAR_UPDATE, await changedAvatar(payload, context)),
    }),
  }),
})

mutation('updateAvatar', {
  description:
    'Updates an avatar of the viewer; an asset is added for its platform, or replaces that of the platform. `PUBLIC` publishes it, `PRIVATE` ends that.',
  input: UpdateAvatarRequest.omit({ ...REST_FIELDS, id: true }).extend({ ...FIELDS, avatarId, ifUpdatedAt }),
  types: { ...TYPES, ...IF_UPDATED_AT },
  fieldNames: FIELD_NAMES,
  rules: async (scope, { avatarId: id, ...update }) => [
    ...(id ? await avatarUpdateRules(scope, id, asGiven(update)) : []),
    ...newFileRules(scope, contentSlots(update, PURPOSES)),
  ],
  run: async (scope, { avatarId: id, imageUploadId, assetUploadId, ...update }): Promise<WithAvatar> => {
    const slots = contentSlots({ ...update, imageUploadId, assetUploadId }, PURPOSES)
    await withNewFiles(scope, slots, (files, writeNewFiles) =>
      updateAvatar(scope, id, { ...asGiven(update), ...files, writeNewFiles }),
    )
    return { avatarId: id }
  },
  payload: (t) => ({ avatar: avatarField(t) }),
})

mutation('deleteAvatar', {
  description:
    'Deletes an avatar of the viewer and its files. Its id is never reused, and its author still sees it, as HIDDEN.',
  input: z.object({ avatarId }),
  run: async (scope, { avatarId: id }): Promise<WithAvatar> => {
    await deleteAvatar(scope, id)
    return { avatarId: id }
  },
  payload: (t) => ({
    avatar: avatarField(t),
    deletedAvatarId: t.exposeID('avatarId', { description: 'Id of the avatar, to take out of lists.' }),
  }),
})

const MAX_STYLE_NAME = 64

mutation('setAvatarStyle', {
  description: 'Creates a style of avatars, or renames one.',
  input: z.object({
    styleId: AvatarStyleId.optional().describe('Id of the style to rename; without it a new one is created.'),
    name: z.string().min(1).max(MAX_STYLE_NAME).describe('Unique name.'),
  }),
  fieldNames: { id: 'styleId' },
  run: async (scope, { styleId: id, name }) => ({ style: await setAvatarStyle(scope, { id, name }) }),
  payload: (t) => ({
    avatarStyle: t.field({ type: AvatarStyle, description: 'The style.', resolve: ({ style }) => style }),
  }),
})
