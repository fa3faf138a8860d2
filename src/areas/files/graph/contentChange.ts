import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import {
  followFanOut,
  INITIAL_DESCRIPTION,
  initialArgument,
  isInitial,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import type { DomainEvent } from '../../../kernel/events.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { type ContentChange as Change, type ContentType as ContentTypeName, contentChanged } from '../events.ts'
import { fileRef } from './file.ts'

interface ContentChangePayload {
  readonly contentType: ContentTypeName | 'any'
  readonly actionType: Change['actionType'] | 'initial'
  readonly fileId: string | null
  /** Id of the world, avatar, prop or print. */
  readonly itemId: string | null
  readonly at: Date
}

const CONTENT_TYPES = {
  ANY: { value: 'any', description: 'Any content, for INITIAL.' },
  AVATAR: { value: 'avatar', description: 'An avatar.' },
  AVATAR_GALLERY: { value: 'avatargallery', description: 'An image in the gallery of an avatar.' },
  EMOJI: { value: 'emoji', description: 'An emoji.' },
  FILE: { value: 'file', description: 'Another file.' },
  GALLERY: { value: 'gallery', description: 'An image in the gallery.' },
  ICON: { value: 'icon', description: 'An icon.' },
  INVITE_PHOTO: { value: 'invitePhoto', description: 'An image attached to an invite.' },
  PRINT: { value: 'print', description: 'A photo.' },
  PROP: { value: 'prop', description: 'A prop.' },
  STICKER: { value: 'sticker', description: 'A sticker.' },
  WORLD: { value: 'world', description: 'A world.' },
} as const satisfies Readonly<Record<string, { readonly value: ContentTypeName | 'any'; readonly description: string }>>

const ContentType = builder.enumType('ContentType', { description: 'A kind of content.', values: CONTENT_TYPES })

const ContentAction = enumOf('ContentAction', 'What has happened to a content.', {
  created: 'It was created.',
  updated: 'It was changed.',
  deleted: 'It was deleted.',
  initial: INITIAL_DESCRIPTION,
})

/** Other areas add the fields of what has changed. */
export const ContentChange = builder.objectRef<ContentChangePayload>('ContentChange')
ContentChange.implement({
  description: "A change of the viewer's content.",
  fields: (t) => ({
    contentType: t.expose('contentType', { type: ContentType, description: 'Kind of content.' }),
    action: t.expose('actionType', { type: ContentAction, description: 'What has happened to it.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time when the event was sent.' }),
    file: t.field(fileRef('fileId', 'The file after the change; null when it was deleted or there is none.')),
    deletedId: t.id({
      nullable: true,
      description: 'Id of the world, avatar, prop, print or other file that was deleted; null for other events.',
      resolve: ({ actionType, itemId, fileId }) => (actionType === 'deleted' ? (itemId ?? fileId) : null),
    }),
    viewer: t.field(viewerRef('The owner of the content.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('contentChanged', (t) =>
  t.field({
    type: ContentChange,
    description: "Emits when the viewer's files, worlds, avatars, props or prints have changed, on any device.",
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => {
      const { id } = context.viewerScope.viewer
      const isOwn = (event: DomainEvent) => contentChanged.is(event) && event.subject === id
      return followFanOut(context, isOwn, initial)
    },
    resolve: (event, _args, { scope: { now: at } }): ContentChangePayload => {
      if (isInitial(event)) return { contentType: 'any', actionType: 'initial', fileId: null, itemId: null, at }
      const { fileId = null, itemId = null, ...change } = event.ids ?? {}
      return { ...parseChange(change), fileId, itemId, at }
    },
  }),
)

const ACTIONS = ['created', 'updated', 'deleted'] as const
const TYPES = Object.values(CONTENT_TYPES).map(({ value }) => value)

function parseChange({ contentType, actionType }: Readonly<Record<string, string>>) {
  const type = TYPES.find((name) => name === contentType)
  const action = ACTIONS.find((name) => name === actionType)
  if (!type || !action) throw new Error(`no change of content: ${contentType} ${actionType}`)
  return { contentType: type, actionType: action }
}
