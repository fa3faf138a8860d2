import { asksNodesFor } from '../../edges/graphql/asked.ts'
import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, signed } from '../../edges/graphql/context.ts'
import { keyset, type Window } from '../../edges/graphql/keyset.ts'
import { makeLoader } from '../../edges/graphql/loader.ts'
import type { Notification as Row } from '../../generated/prisma/client.ts'
import { momentIn } from '../../kernel/page.ts'
import { Viewer } from '../accounts/graph.ts'
import { people, User } from '../users/graph.ts'
import { cursorOf } from './cursors.ts'
import { feedHead } from './feedReads.ts'
import { listNotifications, type Place } from './hot.ts'
import { countUnread } from './notifications.ts'
import { readableNotifications } from './policy.ts'
import { isLegacyType, isV2Type } from './types.ts'

/** The viewer's notifications by id; nobody sees another's. */
export const notificationsById = makeLoader<Row>(
  async ({ db, viewer, now }, ids) =>
    viewer
      ? db.notification.findMany({ where: { id: { in: [...ids] }, AND: readableNotifications(viewer.id, now) } })
      : [],
  ({ id }) => id,
)

const Generation = builder.enumType('NotificationGeneration', {
  description: 'Which clients of the platform are shown a notification.',
  values: {
    LEGACY: { value: 'legacy', description: 'Those of the legacy generation.' },
    V2: { value: 'v2', description: 'Those of the second generation.' },
  } as const,
})

interface Offered {
  readonly type: string
  readonly data: string
  readonly icon: string
  readonly text: string
  readonly textKey: string | null
}

const NotificationResponse = builder.objectRef<Offered>('NotificationResponse').implement({
  description: 'An answer that a notification offers.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'What to respond with.' }),
    data: t.exposeString('data', { description: 'What goes with it.' }),
    icon: t.exposeString('icon', { description: 'The name of a picture for it.' }),
    text: t.exposeString('text', { description: 'What it says.' }),
    textKey: t.exposeString('textKey', {
      nullable: true,
      description: 'What it says, by its key in the translations.',
    }),
  }),
})

/** What the senders of notifications have written down; see notifying.ts. */
function offeredBy({ responses, respondedAt }: Row): Offered[] {
  if (respondedAt !== null || !Array.isArray(responses)) return []
  return responses.map((response) => {
    const { type, data, icon, text, textKey } = Object(response)
    const key = typeof textKey === 'string' ? textKey : null
    return { type: String(type), data: String(data), icon: String(icon), text: String(text), textKey: key }
  })
}

export const Notification = builder.objectRef<Row>('Notification')

builder.node(Notification, {
  description: 'Something that the viewer is told.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => notificationsById(context).load(id)),
  fields: (t) => ({
    type: t.exposeString('type', { description: 'What it is about, such as friendRequest or group.announcement.' }),
    generations: t.field({
      type: [Generation],
      description: 'Which clients show it, besides the graph.',
      resolve: ({ type }) => [
        ...(isLegacyType(type) ? (['legacy'] as const) : []),
        ...(isV2Type(type) ? (['v2'] as const) : []),
      ],
    }),
    category: t.exposeString('category', { description: 'The group of types that it belongs to; may be empty.' }),
    sender: t.field({
      type: User,
      nullable: true,
      description: 'Who sent it; null when the platform itself speaks.',
      resolve: ({ senderId }, _args, context) => (senderId === null ? null : people(context).load(senderId)),
    }),
    isSystem: t.boolean({
      description: 'Whether the platform itself speaks.',
      resolve: ({ senderId }) => senderId === null,
    }),
    title: t.exposeString('title', { description: 'The title; may be empty.' }),
    titleKey: t.exposeString('titleKey', { nullable: true, description: 'The title by its key in the translations.' }),
    message: t.exposeString('message', { description: 'The text; may be empty.' }),
    messageKey: t.exposeString('messageKey', {
      nullable: true,
      description: 'The text by its key in the translations.',
    }),
    details: t.expose('details', { type: 'JSON', description: 'What belongs to the type.' }),
    data: t.expose('data', { type: 'JSON', description: 'What else belongs to the type.' }),
    imageUrl: t.exposeString('imageUrl', { nullable: true, description: 'The address of a picture.' }),
    link: t.exposeString('link', { description: 'Where it leads; may be empty.' }),
    linkText: t.exposeString('linkText', { description: 'What the link says; may be empty.' }),
    linkTextKey: t.exposeString('linkTextKey', {
      nullable: true,
      description: 'The same by its key in the translations.',
    }),
    responses: t.field({
      type: [NotificationResponse],
      description: 'The answers that it offers; none once it was answered.',
      resolve: offeredBy,
    }),
    canReply: t.exposeBoolean('canReply', { description: 'Whether the viewer can write back.' }),
    canDelete: t.exposeBoolean('canDelete', { description: 'Whether the viewer can delete it.' }),
    requireSeen: t.exposeBoolean('requireSeen', { description: 'Whether it wants to be seen expressly.' }),
    ignoreDND: t.exposeBoolean('ignoreDND', {
      description: 'Whether it is shown to those who are not to be disturbed.',
    }),
    relatedNotificationId: t.exposeID('relatedNotificationsId', {
      nullable: true,
      description: 'Another notification that it belongs to.',
    }),
    relatedNotification: t.field({
      type: Notification,
      nullable: true,
      description: 'That notification; null where the viewer has not received it, or has it no more.',
      resolve: ({ relatedNotificationsId: id }, _args, context) =>
        id === null ? null : notificationsById(context).load(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    seenAt: t.expose('seenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the viewer first saw it; null for not yet.',
    }),
    respondedAt: t.expose('respondedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the viewer answered; null for not yet.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From when on it is shown no more; null for never.',
    }),
    expiryAfterSeen: t.exposeInt('expiryAfterSeen', {
      nullable: true,
      description: 'Seconds that are left once it was seen; null for as many as before.',
    }),
    isHidden: t.boolean({
      description: 'Whether the viewer has put it away: a friend request that was declined.',
      resolve: ({ hiddenAt }) => hiddenAt !== null,
    }),
  }),
})

interface Filter {
  readonly types?: readonly string[] | null | undefined
  readonly unseenOnly?: boolean | null | undefined
  readonly hidden?: boolean | null | undefined
  readonly since?: Date | null | undefined
}

const KEY = /^(\d{4}-\S+Z) ((?:not|frq)_[\w-]+)$/

/** The time and id that a page begins or ends at: the list is ordered by both. */
const keyOf = ({ createdAt, id }: Row) => `${createdAt.toISOString()} ${id}`

function placeOf(key: string | undefined, side: 'after' | 'before'): Place | undefined {
  if (key === undefined) return undefined
  const [time = '', id = ''] = KEY.exec(key)?.slice(1) ?? []
  return { createdAt: momentIn(side, time), id }
}

/** The list goes back in time: what follows a cursor was sent before it. */
const listed = (context: GraphContext, { types, unseenOnly, hidden, since }: Filter, window: Window) => {
  const scope = signed(context)
  return listNotifications(scope, {
    receiverId: scope.viewer.id,
    now: scope.now,
    which: hidden ? 'hidden' : 'shown',
    types: types ?? undefined,
    unseen: unseenOnly ?? undefined,
    since: since ? { at: since, orRequested: false } : undefined,
    before: placeOf(window.after, 'after'),
    after: placeOf(window.before, 'before'),
    first: window.inverted ? 'oldest' : 'newest',
    limit: window.limit,
  })
}

builder.prismaObjectFields(Viewer, (t) => ({
  notifications: t.connection(
    {
      type: Notification,
      description: 'The notifications of both generations, the newest first.',
      args: {
        types: t.arg.stringList({ description: 'Only those of these types.' }),
        unseenOnly: t.arg.boolean({ description: 'Whether to leave out what was seen.' }),
        hidden: t.arg.boolean({ description: 'Whether to list friend requests that were put away instead.' }),
        since: t.arg({ type: 'DateTime', description: 'Only those that were sent after this moment.' }),
      },
      resolve: (_viewer, { types, unseenOnly, hidden, since, ...args }, context, info) =>
        keyset(args, {
          keyOf,
          read: async (window) => {
            const rows = await listed(context, { types, unseenOnly, hidden, since }, window)
            if (asksNodesFor(info, 'sender'))
              await people(context).ahead(rows.flatMap(({ senderId }) => senderId ?? []))
            return rows
          },
        }),
    },
    { name: 'NotificationConnection' },
    { name: 'NotificationEdge' },
  ),
  unreadNotificationCount: t.int({
    description: 'How many notifications of both generations were not seen yet.',
    resolve: (_viewer, _args, context) => countUnread(signed(context)),
  }),
  notificationFeedCursor: t.string({
    description:
      'Where the feed of notifications stands: ask for it before the lists, and follow notificationFeed after it.',
    resolve: async (_viewer, _args, context) => {
      const scope = signed(context)
      return cursorOf({ seq: await feedHead(scope, scope.viewer.id), at: scope.now })
    },
  }),
}))
