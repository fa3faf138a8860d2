import type { Jam } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { JamType } from './jams.ts'

/** What admins decide about a jam; its type stays what it was. */
type JamFields = Pick<
  Jam,
  | 'title'
  | 'description'
  | 'moreInfo'
  | 'isVisible'
  | 'submissionsOpened'
  | 'submissionsClosed'
  | 'winnersSelected'
  | 'closed'
  | 'submissionContentGated'
  | 'submissionContentGateDate'
>

/** Omitted fields keep their value; null clears a date. */
export type JamUpdate = { readonly [F in keyof JamFields]?: JamFields[F] | undefined }

export interface NewJam extends JamUpdate {
  readonly type: JamType
  readonly title: string
  readonly description: string
  readonly moreInfo: string
}

/** A new jam before anything is given: a draft without dates. */
export const EMPTY_JAM: JamFields = {
  title: '',
  description: '',
  moreInfo: '',
  isVisible: false,
  submissionsOpened: null,
  submissionsClosed: null,
  winnersSelected: null,
  closed: null,
  submissionContentGated: false,
  submissionContentGateDate: null,
}

/** A jam after an update. */
export function updatedJam(jam: JamFields, update: JamUpdate): JamFields {
  const keep = <F extends keyof JamFields>(field: F): JamFields[F] => {
    const value = update[field]
    return value === undefined ? jam[field] : value
  }
  return {
    title: keep('title'),
    description: keep('description'),
    moreInfo: keep('moreInfo'),
    isVisible: keep('isVisible'),
    submissionsOpened: keep('submissionsOpened'),
    submissionsClosed: keep('submissionsClosed'),
    winnersSelected: keep('winnersSelected'),
    closed: keep('closed'),
    submissionContentGated: keep('submissionContentGated'),
    submissionContentGateDate: keep('submissionContentGateDate'),
  }
}

/** The dates in their order. */
const DATES = ['submissionsOpened', 'submissionsClosed', 'winnersSelected', 'closed'] as const

/** The rules for a jam: dates in their order, and those that a visible or gated jam needs. */
export const jamRules = (jam: JamFields): InputRule[] => [
  ...DATES.map((date, at) => () => assertAfter(jam, date, DATES.slice(0, at))),
  ...(['submissionsOpened', 'submissionsClosed'] as const).map((date) => () => {
    if (jam.isVisible && jam[date] === null) throw invalid(date, `${date} is required for a visible jam`, 'required')
  }),
  () => {
    if (jam.submissionContentGated && jam.submissionContentGateDate === null)
      throw invalid('submissionContentGateDate', 'submissionContentGateDate is required for gated content', 'required')
  },
]

type JamDate = (typeof DATES)[number]

/** Submissions are open for some time; the other dates can be equal. */
function assertAfter(jam: JamFields, date: JamDate, earlier: readonly JamDate[]): void {
  const time = jam[date]
  if (time === null) return
  const wrong = earlier.find((other) => {
    const before = jam[other]
    return before !== null && (other === 'submissionsOpened' ? before >= time : before > time)
  })
  if (wrong) throw invalid(date, `${date} must not be before ${wrong}`, 'wrong_order')
}
