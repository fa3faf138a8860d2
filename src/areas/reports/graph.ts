import { resolveArrayConnection } from '@pothos/plugin-relay'
import { builder, type FieldsOf } from '../../edges/graphql/builder.ts'
import type { GraphContext } from '../../edges/graphql/context.ts'
import { makeListLoader, makeLoader } from '../../edges/graphql/loader.ts'
import type {
  AuditEntry as AuditRow,
  ReportNote as NoteRow,
  ModerationReport as Row,
} from '../../generated/prisma/client.ts'
import { isId } from '../../kernel/ids.ts'
import { people, User } from '../users/graph.ts'
import { AuditEntry, AuditEntryConnection } from '../users/graphAudit.ts'
import { World, worldsById } from '../worlds/graph.ts'
import { visibleReports } from './policy.ts'

/** Reports by id, as admins alone see them. */
export const reportsById = makeLoader<Row>(
  async ({ db, viewer }, ids) =>
    viewer?.admin ? db.moderationReport.findMany({ where: { id: { in: [...ids] }, AND: visibleReports(viewer) } }) : [],
  ({ id }) => id,
)

const notesOf = makeListLoader<NoteRow>(
  async ({ db, viewer }, ids) =>
    viewer?.admin
      ? db.reportNote.findMany({
          where: { reportId: { in: [...ids] } },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        })
      : [],
  ({ reportId }) => reportId,
)

const actsOf = makeListLoader<AuditRow>(
  async ({ db, viewer }, ids) =>
    viewer?.admin
      ? db.auditEntry.findMany({
          where: { reportId: { in: [...ids] } },
          orderBy: [{ at: 'desc' }, { id: 'desc' }],
        })
      : [],
  ({ reportId }) => reportId ?? '',
)

export const ReportStatus = builder.enumType('ModerationReportStatus', {
  description: 'How far a report has come.',
  values: {
    OPEN: { value: 'open', description: 'It waits for an admin.' },
    CLOSED: { value: 'closed', description: 'An admin has closed it.' },
  } as const,
})

const statusOf = ({ status }: Row) => (status === 'closed' ? 'closed' : 'open')

export const ReportedContent = builder.unionType('ReportedContent', {
  description: 'What people report, as far as it is here.',
  types: [User, World],
  resolveType: (content) => ('authorId' in content ? 'World' : 'User'),
})

/** What the viewer sees of some content now; null for what is gone, and for what is known by its id alone. */
export function contentOf(contentId: string, context: GraphContext) {
  if (isId('user', contentId)) return people(context).load(contentId)
  return isId('world', contentId) ? worldsById(context).load(contentId) : null
}

const ReportNote = builder.objectRef<NoteRow>('ReportNote').implement({
  description: 'What an admin keeps in writing about a report.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    text: t.exposeString('text', { description: 'The text.' }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'Who wrote it; null when the account was erased.',
      resolve: ({ authorId }, _args, context) => (authorId === null ? null : people(context).load(authorId)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
})

const personField = (description: string, idOf: (row: Row) => string | null) => ({
  type: User,
  nullable: true as const,
  description,
  resolve: (row: Row, _args: object, context: GraphContext) => {
    const id = idOf(row)
    return id === null ? null : people(context).load(id)
  },
})

/** What is told of a report to admins and to whoever made it alike. */
const shared = (t: FieldsOf<Row>) => ({
  type: t.exposeString('type', { description: 'What is reported: avatar, behavior, group, user or world.' }),
  category: t.exposeString('category', { description: 'The part of it that is at fault.' }),
  reason: t.exposeString('reason', { description: 'What is wrong with it.' }),
  contentId: t.exposeID('contentId', { description: 'The id of what is reported.' }),
  contentName: t.exposeString('contentName', { description: 'What it was called when it was reported.' }),
  contentThumbnailUrl: t.exposeString('contentThumbnailImageUrl', {
    nullable: true,
    description: 'The address of the picture that it had then.',
  }),
  content: t.field({
    type: ReportedContent,
    nullable: true,
    description: 'What is reported, as the viewer sees it now; null when it is gone, or known by its id alone.',
    resolve: ({ contentId }, _args, context) => contentOf(contentId, context),
  }),
  description: t.exposeString('description', { description: 'What the reporter says of it; may be empty.' }),
  status: t.field({ type: ReportStatus, description: 'How far it has come.', resolve: statusOf }),
  closeReason: t.exposeString('closeReason', {
    nullable: true,
    description: 'What the reporter was told when it was closed; null while it is open.',
  }),
  closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When it was closed.' }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was reported.' }),
})

export const ModerationReport = builder.objectRef<Row>('ModerationReport')

builder.node(ModerationReport, {
  description: 'Something that somebody has told the admins of, as admins see it.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => reportsById(context).load(id)),
  fields: (t) => ({
    ...shared(t),
    details: t.expose('details', {
      type: 'JSON',
      description: "What the reporter's client knew of the circumstances.",
    }),
    reporter: t.field(personField('Who reported it; null when the account was erased.', (row) => row.reporterId)),
    assignee: t.field(personField('The admin who looks after it; null for nobody.', (row) => row.assigneeId)),
    closedBy: t.field(personField('The admin who closed it; null while it is open.', (row) => row.closedById)),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When an admin last did something with it.' }),
    notes: t.connection(
      {
        type: ReportNote,
        description: 'What admins have written about it, the oldest first.',
        resolve: async ({ id }, args, context) => resolveArrayConnection({ args }, await notesOf(context).load(id)),
      },
      { name: 'ReportNoteConnection' },
      { name: 'ReportNoteEdge' },
    ),
    acts: t.connection(
      {
        type: AuditEntry,
        description: 'What admins have done because of it, the latest first.',
        resolve: async ({ id }, args, context) => resolveArrayConnection({ args }, await actsOf(context).load(id)),
      },
      AuditEntryConnection,
    ),
  }),
})

/** What somebody has reported, as that person sees it: not who looks after it, nor what admins write about it. */
export const SubmittedReport = builder.objectRef<Row>('SubmittedReport').implement({
  description: 'Something that the viewer has told the admins of.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    ...shared(t),
  }),
})
