import { ReportDetails as Shape } from '../../../contract/shapes/moderationReport.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { inputTypeOf } from '../../../edges/graphql/resolvers/input.ts'
import { isId } from '../../../kernel/ids.ts'
import { ContentFilter } from '../../accounts/graph/viewer.ts'
import { Avatar, avatarsById } from '../../avatars/graph/avatar.ts'
import { fileRef } from '../../files/graph/file.ts'
import { Group, groupsById } from '../../groups/graph/group.ts'
import { Prop, propsById } from '../../props/graph/prop.ts'
import { User, userRef, usersById } from '../../users/graph/user.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'

export const ReportDetailsInput = inputTypeOf(
  'ReportDetailsInput',
  "Circumstances of a report that the reporter's client knows of.",
  Shape,
  { fileId: 'ID', holderId: 'ID', suggestedWarnings: [ContentFilter] },
)

/** Circumstances as they are stored; null for what the client did not state. */
export function parseReportDetails(stored: unknown) {
  const { fileId = null, holderId = null, ...details } = Shape.safeParse(stored).data ?? {}
  return { fileId, holderId, ...details }
}

export const ReportDetails = builder.objectRef<ReturnType<typeof parseReportDetails>>('ReportDetails').implement({
  description: "Circumstances of a report that the reporter's client knew of.",
  fields: (t) => ({
    file: t.field(fileRef('fileId', 'The file that is reported; null if it was not stated or is gone.')),
    holder: t.field(
      userRef('holderId', 'The person who held the item that is reported; null if not stated, or after erasure.'),
    ),
    imageType: t.exposeString('imageType', {
      nullable: true,
      description: 'What the image that is reported shows or is used for; null if it was not stated.',
    }),
    instanceType: t.exposeString('instanceType', {
      nullable: true,
      description: 'Type of the instance that the reporter was in, as the client names it; null if it was not stated.',
    }),
    instanceAgeGated: t.exposeBoolean('instanceAgeGated', {
      nullable: true,
      description: 'Whether that instance admitted adults only; null if it was not stated.',
    }),
    userInSameInstance: t.exposeBoolean('userInSameInstance', {
      nullable: true,
      description: 'Whether the person who is reported was in that instance; null if it was not stated.',
    }),
    suggestedWarnings: t.field({
      type: [ContentFilter],
      description: 'Content warnings that are missing in the opinion of the reporter.',
      resolve: ({ suggestedWarnings }) => suggestedWarnings ?? [],
    }),
  }),
})

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
