import { builder } from '../../../edges/graphql/builder.ts'
import { followFanOut } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { contentChanged } from '../events.ts'
import { fileRef } from './file.ts'

interface ContentChangePayload {
  readonly contentType: string
  readonly actionType: string
  readonly fileId: string | null
  readonly itemId: string | null
  readonly at: Date
}

const ContentChange = builder.objectRef<ContentChangePayload>('ContentChange').implement({
  description: "A change of the viewer's content.",
  fields: (t) => ({
    contentType: t.exposeString('contentType', {
      description: 'Kind of content: gallery, icon, emoji, sticker, print, prop, world, avatar, file.',
    }),
    actionType: t.exposeString('actionType', { description: 'created, updated or deleted.' }),
    fileId: t.exposeID('fileId', { nullable: true, description: 'Id of the file; null for content that is none.' }),
    itemId: t.exposeID('itemId', {
      nullable: true,
      description: 'Id of the world, prop or print; null for other content.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the notice.' }),
    file: t.field(fileRef('fileId', 'The file after the change; null when it was deleted or there is none.')),
  }),
})

builder.subscriptionField('contentChanged', (t) =>
  t.field({
    type: ContentChange,
    description: "Emits when the viewer's files, worlds, props or prints have changed, on any device.",
    subscribe: (_root, _args, context) => {
      const { id } = context.viewerScope.viewer
      return followFanOut(context, (domainEvent) => contentChanged.is(domainEvent) && domainEvent.subject === id)
    },
    resolve: ({ ids = {} }, _args, context) => {
      const { contentType = '', actionType = '', fileId = null, itemId = null } = ids
      return { contentType, actionType, fileId, itemId, at: context.scope.now }
    },
  }),
)
