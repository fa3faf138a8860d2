import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { isId } from '../../../kernel/ids.ts'
import { Avatar, avatarsById } from '../../avatars/graph/avatar.ts'
import { AvatarStyle, stylesById } from '../../avatars/graph/style.ts'
import { CalendarEvent, eventsById } from '../../calendar/graph/event.ts'
import { File, filesById } from '../../files/graph/file.ts'
import { Group, groupsById } from '../../groups/graph/group.ts'
import { Jam, jamsById } from '../../jams/graph/jam.ts'
import { JamSubmission, submissionsById } from '../../jams/graph/submission.ts'
import { Print, printsById } from '../../prints/graph/print.ts'
import { Prop, propsById } from '../../props/graph/prop.ts'
import { Permission, permissionsById } from '../../system/graph/permission.ts'
import { AuditEntry } from '../../users/graph/auditLog.ts'
import { Badge, badgesById } from '../../users/graph/badge.ts'
import { User, usersById } from '../../users/graph/user.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'
import { Report, reportRef, reportsById } from './report.ts'

const SUBJECTS = [
  { kind: 'user', typeName: 'User', loader: usersById },
  { kind: 'world', typeName: 'World', loader: worldsById },
  { kind: 'avatar', typeName: 'Avatar', loader: avatarsById },
  { kind: 'avatarStyle', typeName: 'AvatarStyle', loader: stylesById },
  { kind: 'prop', typeName: 'Prop', loader: propsById },
  { kind: 'print', typeName: 'Print', loader: printsById },
  { kind: 'file', typeName: 'File', loader: filesById },
  { kind: 'badge', typeName: 'Badge', loader: badgesById },
  { kind: 'permission', typeName: 'Permission', loader: permissionsById },
  { kind: 'group', typeName: 'Group', loader: groupsById },
  { kind: 'calendarEvent', typeName: 'CalendarEvent', loader: eventsById },
  { kind: 'jam', typeName: 'Jam', loader: jamsById },
  { kind: 'jamSubmission', typeName: 'JamSubmission', loader: submissionsById },
  { kind: 'moderationReport', typeName: 'Report', loader: reportsById },
] as const

const AuditSubject = builder.unionType('AuditSubject', {
  description: 'What admins act upon.',
  types: [
    User,
    World,
    Avatar,
    AvatarStyle,
    Prop,
    Print,
    File,
    Badge,
    Permission,
    Group,
    CalendarEvent,
    Jam,
    JamSubmission,
    Report,
  ],
  resolveType: ({ id }) => SUBJECTS.find(({ kind }) => isId(kind, id))?.typeName,
})

const loadSubject = (context: GraphContext, id: string) =>
  SUBJECTS.find(({ kind }) => isId(kind, id))
    ?.loader(context)
    .load(id) ?? null

builder.objectFields(AuditEntry, (t) => ({
  subject: t.field({
    type: AuditSubject,
    nullable: true,
    description:
      'What was acted upon, as far as it still exists and the viewer may see it; null for settings, info pushes, instances and asset bundles.',
    resolve: ({ subjectId }, _args, context) => loadSubject(context, subjectId),
  }),
  report: t.field(reportRef('reportId', 'The report that led to it; null for none, and after it was deleted.')),
}))
