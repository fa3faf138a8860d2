import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { Avatar } from '../../avatars/graph/avatar.ts'
import { Group } from '../../groups/graph/group.ts'
import { Print } from '../../prints/graph/print.ts'
import { Prop } from '../../props/graph/prop.ts'
import { User } from '../../users/graph/user.ts'
import { World } from '../../worlds/graph/world.ts'
import { type ContentKind, reportableKinds } from '../submit.ts'

const kindsById = createLoader<ContentKind>(reportableKinds, (kind) => kind)

interface Reportable {
  readonly id: string
  readonly deletedAt?: Date | null
}

/** Whether the viewer can report what they see: the form offers its kind, and it is neither deleted nor the viewer. */
const canReport = async (kind: ContentKind, { id, deletedAt = null }: Reportable, context: GraphContext) =>
  deletedAt === null && id !== context.viewerScope.viewer.id && (await kindsById(context).load(kind)) !== null

const reportField = (kind: ContentKind, what: string) => ({
  description: `Whether the viewer can report the ${what} by \`submitModerationReport\`.`,
  resolve: (content: Reportable, _args: unknown, context: GraphContext) => canReport(kind, content, context),
})

builder.objectFields(User, (t) => ({
  viewerCanReport: t.boolean(reportField('user', 'person, who is another than the viewer,')),
}))
builder.objectFields(World, (t) => ({ viewerCanReport: t.boolean(reportField('world', 'world')) }))
builder.objectFields(Avatar, (t) => ({ viewerCanReport: t.boolean(reportField('avatar', 'avatar')) }))
builder.objectFields(Group, (t) => ({ viewerCanReport: t.boolean(reportField('group', 'group')) }))
builder.objectFields(Prop, (t) => ({ viewerCanReport: t.boolean(reportField('prop', 'prop')) }))
builder.objectFields(Print, (t) => ({ viewerCanReport: t.boolean(reportField('print', 'photo')) }))
