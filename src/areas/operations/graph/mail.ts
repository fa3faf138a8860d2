import { z } from 'zod'
import { QueuedMailId } from '../../../contract/ids.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { countMails, discardMail, findMails, type QueuedMail as Row, readMails, retryMail } from '../mails/mails.ts'
import { canReadOperations } from '../policy.ts'
import { NEWEST_FIRST } from './job.ts'

const MailState = enumOf('MailState', 'What has become of a mail that was not sent.', {
  waiting: 'It waits to be sent, perhaps once more, or is just being sent.',
  failed: 'It could not be sent, and is not tried any more.',
})

const mailsById = createLoader<Row>(
  async (scope, ids) => (canReadOperations(scope) ? findMails(scope, ids) : []),
  ({ id }) => id,
)

const QueuedMail = builder.objectRef<Row>('QueuedMail')
const mailRef = referenceTo(QueuedMail, mailsById)
builder.node(QueuedMail, {
  description: 'A mail that was not sent yet. Staff with `OPERATIONS` see it.',
  ...nodeBy(mailsById),
  fields: (t) => ({
    state: t.expose('state', { type: MailState, description: 'What has become of it.' }),
    receiver: t.exposeString('receiver', {
      nullable: true,
      description:
        'To whom it is: the first letter and the host of the address, such as `a***@example.org`; null if unknown.',
    }),
    subject: t.exposeString('subject', {
      nullable: true,
      description: 'Its subject, which tells of what kind it is; null if it cannot be read any more.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From when on it is sent; null unless it waits.',
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why it could not be sent last; null before the first failure.',
    }),
  }),
})
const QueuedMailConnection = builder.connectionObject({ type: QueuedMail, name: 'QueuedMailConnection' })

builder.queryField('mails', (t) =>
  t.connection(
    {
      type: QueuedMail,
      ...forStaff('operations'),
      description:
        'Mails that wait, and those of the last 12 hours that could not be sent, the latest first. Staff with `OPERATIONS` only.',
      args: { state: t.arg({ type: MailState, description: 'Only mails in this state.' }) },
      resolve: (_root, { state, ...args }, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: NEWEST_FIRST,
          totalCount: () => countMails(scope, state ?? undefined),
          read: (page) => readMails(scope, state ?? undefined, page),
        }),
    },
    QueuedMailConnection,
  ),
)

const mailId = QueuedMailId.describe('Id of the mail.')

mutation('retryMail', {
  description: 'Lets a mail that waits or could not be sent be sent at once.',
  input: z.object({ mailId }),
  run: async (scope, { mailId }) => {
    await retryMail(scope, mailId)
    return { mailId }
  },
  payload: (t) => ({ mail: t.field(mailRef('mailId', 'The mail; null if it was sent meanwhile.')) }),
})

mutation('discardMail', {
  description: 'Deletes a mail that waits or could not be sent.',
  input: z.object({ mailId }),
  run: async (scope, { mailId }) => {
    await discardMail(scope, mailId)
    return { deletedMailId: mailId }
  },
  payload: (t) => ({
    deletedMailId: t.exposeID('deletedMailId', { description: 'Id of the mail, which is gone.' }),
  }),
})
