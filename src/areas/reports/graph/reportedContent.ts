import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { isId } from '../../../kernel/ids.ts'
import { Avatar, avatarsById } from '../../avatars/graph/avatar.ts'
import { Group, groupsById } from '../../groups/graph/group.ts'
import { Prop, propsById } from '../../props/graph/prop.ts'
import { User, usersById } from '../../users/graph/user.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'

function loadContent(context: GraphContext, contentId: string) {
  if (isId('user', contentId)) return usersById(context).load(contentId)
  if (isId('world', contentId)) return worldsById(context).load(contentId)
  if (isId('avatar', contentId)) return avatarsById(context).load(contentId)
  if (isId('group', contentId)) return groupsById(context).load(contentId)
  return isId('prop', contentId) ? propsById(context).load(contentId) : null
}

const TYPE_NAMES = { user: 'User', world: 'World', avatar: 'Avatar', group: 'Group', prop: 'Prop' } as const
const KINDS = ['user', 'world', 'avatar', 'group', 'prop'] as const

const ReportedContent = builder.unionType('ReportedContent', {
  description: 'A person or content that can be reported, or acted upon by admins.',
  types: [User, World, Avatar, Group, Prop],
  resolveType: ({ id }) => TYPE_NAMES[KINDS.find((kind) => isId(kind, id)) ?? 'user'],
})

/** A field that shows the person or content with the id in `contentId`, as far as the viewer can see it. */
export const contentRef = (description: string) => ({
  type: ReportedContent,
  nullable: true as const,
  description,
  resolve: ({ contentId }: { readonly contentId: string }, _args: unknown, context: GraphContext) =>
    loadContent(context, contentId),
})
