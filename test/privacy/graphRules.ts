import type { ResponseField as Field } from '../support/graphResponseFields.ts'
import type { WireRecord } from './restRules.ts'

/** Who may see a GraphQL type or one of its fields. */
export interface GraphRule {
  readonly label: string
  readonly matches: (field: Field) => boolean
  /** Ids of the users who may see it, as far as the response names them. */
  readonly viewers: (object: WireRecord) => readonly unknown[]
  /** Whether admins may see it too. */
  readonly admins: boolean
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined

/** The id of the user whose viewer this is: it has the same UUID. */
const userIdOf = (viewerId: unknown): unknown =>
  typeof viewerId === 'string' ? viewerId.replace(/^vwr_/, 'usr_') : undefined

/** Types that only admins may see. */
const ADMIN_TYPES = [
  'Account',
  'AuditEntry',
  'Broadcast',
  'BulkReportResult',
  'CannedReason',
  'ConfigEntry',
  'ContentItem',
  'HiddenContent',
  'ModerationQueueChange',
  'PaymentEvent',
  'ReportDetails',
  'ReportModeration',
  'ReportNote',
  'ReportStatusCount',
  'ReportSubject',
  'ReportTypeCount',
  'StaffNote',
  'StaffNotesChange',
  'Suspension',
]

/** Types of which each object belongs to a single user. */
export const SINGLE_VIEWER_TYPES = [
  'Agreement',
  'Appeal',
  'InviteMessage',
  'Notification',
  'PastDisplayName',
  'PlayerModeration',
  'ProfileTheme',
  'Report',
  'Sanction',
  'Session',
  'Upload',
  'UserNote',
]

/** Fields that show where a user is or was last, with the values that hide it. */
const LOCATION_FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  standing: ['OFFLINE'],
  lastPlatform: [null],
  lastMobileAt: [null],
}

/** Whether whereabouts tell nothing, whichever of their fields are selected. */
const areHidden = (whereabouts: unknown): boolean =>
  Object.entries(Object(whereabouts)).every(
    ([name, value]) => name === '__typename' || value === null || value === 'OFFLINE',
  )

const of = (type: string) => (field: Field) => field.type === type

/** Rules for private types and fields of the GraphQL schema. */
export const GRAPH_RULES: readonly GraphRule[] = [
  ...ADMIN_TYPES.map((type) => ({ label: type, matches: of(type), viewers: () => [], admins: true })),
  {
    label: 'JamSubmission.viewerRating',
    matches: ({ type, field, value }) => type === 'JamSubmission' && field === 'viewerRating' && value !== null,
    viewers: () => [],
    admins: true,
  },
  {
    label: 'JamEvent of a rating',
    matches: ({ type, field, value }) => type === 'JamEvent' && field === 'kind' && value === 'RATING',
    viewers: () => [],
    admins: true,
  },
  // Without an id, the response does not say whose viewer it is.
  {
    label: 'Viewer',
    matches: (field) => field.type === 'Viewer' && field.object.id !== undefined,
    viewers: ({ id }) => [userIdOf(id)],
    admins: false,
  },
  {
    label: 'User.whereabouts of a user who is no friend',
    matches: ({ type, field, value, object }) =>
      type === 'User' && field === 'whereabouts' && object.isFriend === false && 'id' in object && !areHidden(value),
    viewers: ({ id }) => [id],
    admins: false,
  },
  ...Object.entries(LOCATION_FIELDS).map(([name, hidden]) => ({
    label: `User.${name} of a user who is no friend`,
    matches: ({ type, field, value, object }: Field) =>
      type === 'User' && field === name && object.isFriend === false && 'id' in object && !hidden.includes(value),
    viewers: ({ id }: WireRecord) => [id],
    admins: false,
  })),
  {
    label: 'private FavoriteGroup',
    matches: ({ type, object }) =>
      type === 'FavoriteGroup' && object.visibility === 'PRIVATE' && idOf(object.owner) !== undefined,
    viewers: ({ owner }) => [idOf(owner)],
    admins: true,
  },
  ...['purchaseCount', 'purchaseQuantity'].map((name) => ({
    label: `Listing.${name}`,
    matches: ({ type, field, value, object }: Field) =>
      type === 'Listing' && field === name && value !== null && idOf(object.seller) !== undefined,
    viewers: ({ seller }: WireRecord) => [idOf(seller)],
    admins: true,
  })),
  {
    label: 'PaymentTransaction',
    matches: ({ type, object }) => type === 'PaymentTransaction' && idOf(object.buyer) !== undefined,
    viewers: ({ buyer }) => [idOf(buyer)],
    admins: true,
  },
  {
    label: 'Instance.nonce',
    matches: ({ type, field, value, object }) =>
      type === 'Instance' && field === 'nonce' && value !== null && idOf(object.creator) !== undefined,
    viewers: ({ creator }) => [idOf(creator)],
    admins: false,
  },
]
