import { builder } from '../../edges/graphql/builder.ts'
import { renew, signed } from '../../edges/graphql/context.ts'
import { followAudience } from '../../edges/graphql/live.ts'
import type { Announcement } from '../../kernel/events.ts'
import { File, filesById } from './graph.ts'

interface Change {
  readonly contentType: string
  readonly actionType: string
  readonly fileId: string | null
  readonly itemId: string | null
  readonly at: Date
}

const changeOf = ({ ids = {} }: Announcement, at: Date): Change => ({
  contentType: ids.contentType ?? '',
  actionType: ids.actionType ?? '',
  fileId: ids.fileId ?? null,
  itemId: ids.itemId ?? null,
  at,
})

const ContentChange = builder.objectRef<Change>('ContentChange').implement({
  description: "A change of the viewer's content.",
  fields: (t) => ({
    contentType: t.exposeString('contentType', {
      description: 'What has changed: gallery, icon, emoji, sticker, print, prop, world, avatar, file.',
    }),
    actionType: t.exposeString('actionType', { description: 'created, updated or deleted.' }),
    fileId: t.exposeID('fileId', { nullable: true, description: 'Which file, where it was one.' }),
    itemId: t.exposeID('itemId', { nullable: true, description: 'Which world, prop or print, where it was one.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was told.' }),
    file: t.field({
      type: File,
      nullable: true,
      description: 'The file as it is now; null when it is gone or none was meant.',
      resolve: ({ fileId }, _args, context) => (fileId === null ? null : filesById(context).load(fileId)),
    }),
  }),
})

builder.subscriptionField('contentChanged', (t) =>
  t.field({
    type: ContentChange,
    description: "Tells when the viewer's files, worlds, props or prints have changed, on whichever device.",
    subscribe: (_root, _args, context) => {
      const { id } = signed(context).viewer
      return followAudience(context, ({ topic, subject }) => topic === 'content.changed' && subject === id)
    },
    resolve: (announcement, _args, context) => {
      renew(context)
      return changeOf(announcement, context.scope.now)
    },
  }),
)
