import { Failure } from '../../../kernel/failure.ts'
import type { QueuedMailId } from '../../../kernel/ids.ts'
import type { KeysetPage, TimeKey } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { countRuns, deleteRun, hastenRun, type JobRun, listRuns, MAIL_QUEUE, requeueRun } from '../runs/queries.ts'

/** A mail waits also for another attempt; one that failed is not tried any more. */
export type MailState = 'waiting' | 'failed'

/** A mail that was not sent yet. */
export interface QueuedMail {
  /** `<prefix>_<uuid>`. */
  readonly id: string
  readonly state: MailState
  /** The address, of which no more than its first letter and the host are shown; null if it can't be read any more. */
  readonly receiver: string | null
  readonly subject: string | null
  readonly createdAt: Date
  readonly nextAttemptAt: Date | null
  readonly attempts: number
  readonly error: string | null
}

/** The first letter of an address, and its host. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`
}

/** What a mail consists of; nothing if it was encrypted by a lost key. */
function contentOf({ secrets }: Scope, sealed: string | null): { readonly to?: unknown; readonly subject?: unknown } {
  try {
    return sealed === null ? {} : Object(JSON.parse(secrets.open(MAIL_QUEUE, sealed)))
  } catch {
    return {}
  }
}

function mailOf(scope: Scope, { id, state, createdAt, startsAt, attempts, error, sealed }: JobRun): QueuedMail {
  const { to, subject } = contentOf(scope, sealed)
  return {
    id,
    state: state === 'failed' ? 'failed' : 'waiting',
    receiver: typeof to === 'string' ? maskedAddress(to) : null,
    subject: typeof subject === 'string' ? subject : null,
    createdAt,
    nextAttemptAt: state === 'waiting' ? startsAt : null,
    attempts,
    error: typeof to === 'string' ? withoutAddress(error, to) : error,
  }
}

/** Mail servers repeat the address that they refuse. */
const withoutAddress = (error: string | null, address: string) =>
  error?.replaceAll(address, maskedAddress(address)) ?? null

const RUN_STATES_OF = { waiting: ['waiting', 'active'], failed: ['failed'] } as const

const filterOf = (state: MailState | undefined) => ({
  isMail: true,
  states: state === undefined ? [...RUN_STATES_OF.waiting, ...RUN_STATES_OF.failed] : RUN_STATES_OF[state],
})

/** Reads mails that were not sent yet, the latest first. */
export async function readMails(
  scope: Scope,
  state: MailState | undefined,
  page: KeysetPage<TimeKey>,
): Promise<QueuedMail[]> {
  return (await listRuns(scope, filterOf(state), page)).map((run) => mailOf(scope, run))
}

export const countMails = (scope: Scope, state: MailState | undefined): Promise<number> =>
  countRuns(scope, filterOf(state))

/** Reads mails by their ids, none that were sent. */
export async function findMails(scope: Scope, ids: readonly string[]): Promise<QueuedMail[]> {
  const filter = { ...filterOf(undefined), ids }
  return (await listRuns(scope, filter, { descending: true, limit: ids.length })).map((run) => mailOf(scope, run))
}

const mailNotFound = () => new Failure('missing', 'Mail not found', { reason: 'mail_not_found' })
const isBeingSent = () => new Failure('conflict', 'This mail is just being sent', { reason: 'run_state' })

async function mailById(scope: Scope, id: QueuedMailId): Promise<QueuedMail> {
  const [mail] = await findMails(scope, [id])
  if (!mail) throw mailNotFound()
  return mail
}

/** Lets a mail be sent at once. Throws `missing` for one that was sent or deleted, `conflict` while it is being sent. */
export async function retryMail(scope: ViewerScope, id: QueuedMailId): Promise<void> {
  await staffAct(scope, 'retryMail', async (tx) => {
    const { subject } = await mailById(tx, id)
    const filter = { isMail: true, ids: [id] }
    if (!((await requeueRun(tx, filter)) || (await hastenRun(tx, filter)))) throw isBeingSent()
    return { subjectId: id, details: { subject } }
  })
}

/** Deletes a mail, which is not sent any more. Throws `missing` for one that was sent or deleted, `conflict` while it is being sent. */
export async function discardMail(scope: ViewerScope, id: QueuedMailId): Promise<void> {
  await staffAct(scope, 'discardMail', async (tx) => {
    const { subject } = await mailById(tx, id)
    if (!(await deleteRun(tx, { isMail: true, ids: [id] }))) throw isBeingSent()
    return { subjectId: id, details: { subject } }
  })
}
