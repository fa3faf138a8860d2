import { builder } from '../../../edges/graphql/builder.ts'
import { ContentChange } from '../../files/graph/contentChange.ts'
import { Avatar, avatarsById } from './avatar.ts'

builder.objectFields(ContentChange, (t) => ({
  avatar: t.field({
    type: Avatar,
    nullable: true,
    description: 'The avatar after the change; null when it was deleted, and for other content.',
    resolve: ({ contentType, itemId }, _args, context) =>
      contentType === 'avatar' && itemId !== null ? avatarsById(context).load(itemId) : null,
  }),
}))
