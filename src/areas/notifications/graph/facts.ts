import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import type { Notification as Row } from '../../../generated/prisma/client.ts'
import { RefusalReasonEnum } from '../../system/graph/refusalReason.ts'
import { User, usersById } from '../../users/graph/user.ts'
import { factsOf } from '../facts.ts'
import { Notification } from './notification.ts'

const NotificationOccasion = enumOf(
  'NotificationOccasion',
  'What has happened, for types of notifications that are sent upon several occasions.',
  {
    appeal_overturned: 'An appeal of the viewer was accepted: what the staff had done is undone.',
    appeal_upheld: 'An appeal of the viewer was refused.',
    content_hidden: 'The staff has hidden content of the viewer, or emptied the profile.',
    dates_changed: 'Dates of a series of events were moved or left out.',
    event_cancelled: 'An event was cancelled.',
    event_moved: 'An event was moved: `startsAt` is its new start.',
    instance_announcement: 'Somebody has announced something to all in an instance of the group.',
    join_request_accepted: 'The request of the viewer to join the group was accepted.',
    payment_event_failed: 'An event of a payment provider could not be applied, which admins are told.',
    purchase_lost: 'A purchase has ended because what it gave was deleted.',
    purchase_not_renewed: 'A purchase was not renewed, for the reason in `refusalReason`.',
    report_reopened: 'A report of the viewer, which was closed, is looked into again.',
    transfer_accepted: 'The person in `actor` has become the owner of the group.',
    transfer_declined: 'The person in `actor` does not want to own the group.',
  },
)

/** A fact as a field; null for notifications without it. */
const factText = (name: 'cause' | 'groupName' | 'subjectName', description: string) => ({
  nullable: true as const,
  description,
  resolve: (row: Row) => factsOf(row)[name] ?? null,
})

const isTitleWritten = (row: Row) => factsOf(row).written === 'all'
const isMessageWritten = (row: Row) => factsOf(row).written !== undefined

builder.objectFields(Notification, (t) => ({
  occasion: t.field({
    type: NotificationOccasion,
    nullable: true,
    description: 'What has happened; null if the type tells it.',
    resolve: (row) => factsOf(row).occasion ?? null,
  }),
  actor: t.field({
    type: User,
    nullable: true,
    description: 'The person who has caused it: the sender, or whom the platform tells about; null for nobody.',
    resolve: (row, _args, context) => {
      const id = factsOf(row).actorId ?? row.senderId
      return id === null ? null : usersById(context).load(id)
    },
  }),
  subjectName: t.string(
    factText('subjectName', 'Name of the subject at the time of sending, also for who cannot see the subject.'),
  ),
  groupName: t.string(factText('groupName', 'Name of the group that it comes from, at the time of sending.')),
  startsAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Start of the event that it is about, as it was at the time of sending; null for other types.',
    resolve: (row) => {
      const { startsAt } = factsOf(row)
      return startsAt === undefined ? null : new Date(startsAt)
    },
  }),
  writtenTitle: t.string({
    nullable: true,
    description: 'The title if a person has written it; null for a title that the platform has made.',
    resolve: (row) => (isTitleWritten(row) && row.title !== '' ? row.title : null),
  }),
  writtenMessage: t.string({
    nullable: true,
    description: 'The text if a person has written it; null for a text that the platform has made.',
    resolve: (row) => (isMessageWritten(row) && row.message !== '' ? row.message : null),
  }),
  emojiId: t.string({
    nullable: true,
    description: 'Emoji of a boop, the id of a file or of an emoji of clients; null for none.',
    resolve: ({ type, details }) => {
      const { emojiId }: Readonly<Record<string, unknown>> = { ...Object(details) }
      return type === 'boop' && typeof emojiId === 'string' && emojiId !== '' ? emojiId : null
    },
  }),
  refusalReason: t.field({
    type: RefusalReasonEnum,
    nullable: true,
    description: 'For what reason a purchase was not renewed; null for other notifications.',
    resolve: (row) => factsOf(row).refusalReason ?? null,
  }),
  cause: t.string(
    factText('cause', 'What the builder of impostors says of a failure, in its own words; null for other types.'),
  ),
}))
