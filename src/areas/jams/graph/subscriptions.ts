import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import {
  followEvents,
  followEventsAsStaff,
  INITIAL_DESCRIPTION,
  INITIAL_KIND,
  initialArgument,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import { isStaff } from '../../../kernel/access.ts'
import { byEventType } from '../../../kernel/events.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { jamChanged, jamDeleted, jamSubmissionChanged, jamSubmissionRated } from '../events.ts'
import { readJam } from '../jam/jams.ts'
import { jamRef } from './jam.ts'
import { submissionRef } from './submission.ts'

type JamEventKindName = 'updated' | 'submission' | 'rating' | 'deleted' | 'initial'

const kindOf = byEventType<JamEventKindName>([
  INITIAL_KIND,
  [jamChanged, 'updated'],
  [jamSubmissionChanged, 'submission'],
  [jamSubmissionRated, 'rating'],
  [jamDeleted, 'deleted'],
])

const JamEventKind = enumOf('JamEventKind', 'What has changed in a jam.', {
  updated: 'Its details, dates or winners.',
  submission: 'A submission: made, described anew or withdrawn.',
  rating: 'The score of a submission, which only admins are told.',
  deleted: 'The jam was deleted.',
  initial: INITIAL_DESCRIPTION,
})

interface JamEventData {
  readonly kind: JamEventKindName
  readonly jamId: string
  readonly submissionId: string | null
}

const JamEvent = builder.objectRef<JamEventData>('JamEvent').implement({
  description: 'A change of a jam.',
  fields: (t) => ({
    kind: t.expose('kind', { type: JamEventKind, description: 'What has changed.' }),
    jamId: t.exposeID('jamId', { description: 'Id of the jam.' }),
    jam: t.field(jamRef('jamId', 'The jam after the change; null if the viewer cannot see it any longer.')),
    submissionId: t.exposeID('submissionId', {
      nullable: true,
      description: 'Id of the submission; null unless `kind` is SUBMISSION or RATING.',
    }),
    submission: t.field(
      submissionRef('submissionId', 'The submission after the change; null if it is gone or the viewer cannot see it.'),
    ),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

const EVENTS = [jamChanged, jamDeleted, jamSubmissionChanged]

builder.subscriptionField('jamChanged', (t) =>
  t.field({
    type: JamEvent,
    description:
      'Emits when the details, winners or submissions of a jam have changed. Its state also changes when a date of the jam is reached, which is not announced.',
    args: { jamId: t.arg.id({ required: true, description: 'Id of the jam.' }), ...initialArgument() },
    subscribe: async (_root, { jamId, initial }, context) => {
      const scope = context.viewerScope
      const id = parseId('jam', jamId, 'Jam')
      await readJam(scope, id)
      if (!isStaff(scope, 'content')) return followEvents(context, { types: EVENTS, about: id, initial })
      return followEventsAsStaff(context, {
        anyOf: ['content'],
        types: [...EVENTS, jamSubmissionRated],
        about: id,
        initial,
      })
    },
    resolve: (event, { jamId }): JamEventData => ({
      kind: kindOf(event) ?? 'updated',
      jamId,
      submissionId: event.ids?.submissionId ?? null,
    }),
  }),
)
