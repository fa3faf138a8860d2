import type { Told as Field } from '../support/graphData.ts'
import type { Told } from './rules.ts'

/** For whom a type of the graph, or one of its fields, is. */
export interface GraphRule {
  readonly what: string
  readonly tells: (field: Field) => boolean
  /** Whose it is, where the answer says so. */
  readonly for: (object: Told) => readonly unknown[]
  readonly admins: boolean
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined

/** What admins alone are told. */
const FOR_ADMINS = [
  'AuditEntry',
  'Broadcast',
  'ConfigEntry',
  'ModerationChange',
  'ModerationQueueChange',
  'ModerationReport',
  'ModerationReportCount',
  'ReportNote',
  'Suspension',
]

/** Of these each is one person's, whoever that is. */
export const SINGLE_TYPES = [
  'Agreement',
  'InviteMessage',
  'Notification',
  'PlayerModeration',
  'Session',
  'SubmittedReport',
  'UserNote',
]

const HERE: Readonly<Record<string, readonly unknown[]>> = {
  instance: [null],
  location: ['', 'offline', 'private'],
  standing: ['OFFLINE'],
}

const of = (type: string) => (field: Field) => field.type === type

/** The private types and fields of the graph. */
export const GRAPH_RULES: readonly GraphRule[] = [
  ...FOR_ADMINS.map((type) => ({ what: type, tells: of(type), for: () => [], admins: true })),
  // Without an id the answer does not say whose it is: it is asked for by whoever it is.
  {
    what: 'Viewer',
    tells: (field) => field.type === 'Viewer' && field.object.id !== undefined,
    for: ({ id }) => [id],
    admins: false,
  },
  ...Object.entries(HERE).map(([name, untold]) => ({
    what: `User.${name} of somebody who is no friend`,
    tells: ({ type, field, value, object }: Field) =>
      type === 'User' && field === name && object.isFriend === false && 'id' in object && !untold.includes(value),
    for: ({ id }: Told) => [id],
    admins: false,
  })),
  {
    what: 'FavoriteGroup that is private',
    tells: ({ type, object }) =>
      type === 'FavoriteGroup' && object.visibility === 'PRIVATE' && idOf(object.owner) !== undefined,
    for: ({ owner }) => [idOf(owner)],
    admins: true,
  },
  {
    what: 'Instance.nonce',
    tells: ({ type, field, value, object }) =>
      type === 'Instance' && field === 'nonce' && value !== null && idOf(object.creator) !== undefined,
    for: ({ creator }) => [idOf(creator)],
    admins: false,
  },
]
