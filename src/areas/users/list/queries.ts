import { Prisma } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { canonicalAddress, networkOf } from '../../../kernel/clientAddress.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { SortKey } from '../../../kernel/list/pageSql.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { StaffPermission } from '../../../kernel/staff.ts'

/** Conditions of a list of people by which everybody filters. */
export interface PublicFilter {
  /** Part of the display name; an empty one finds nobody but for admins. */
  readonly search?: string | undefined
  readonly developerType?: string | undefined
}

/** Conditions of a list of people by which only staff who act upon people filter. */
export interface StaffFilter {
  readonly isSuspended?: boolean | undefined
  readonly createdSince?: Date | undefined
  readonly isAdmin?: boolean | undefined
  /** Only people to whom this permission was given; admins have it without. */
  readonly staffPermission?: StaffPermission | undefined
  readonly lastLoginSince?: Date | undefined
  /** Only people whose last login was before this time. */
  readonly lastLoginUntil?: Date | undefined
  readonly hasOpenReports?: boolean | undefined
  readonly isOnline?: boolean | undefined
  readonly hasTwoFactor?: boolean | undefined
  readonly isEmailVerified?: boolean | undefined
  readonly isUnderDeletion?: boolean | undefined
  /** Address of a live session, or address or network of a known login place. */
  readonly address?: string | undefined
}

/** The conditions of the person `u` that are given of a filter. */
export const staffConditions = (scope: ViewerScope, filter: StaffFilter): Prisma.Sql[] => [
  ...when(filter.isSuspended, (given) => anyOrNone(given, suspended(scope.now))),
  ...when(filter.createdSince, (since) => Prisma.sql`u."createdAt" >= ${since}`),
  ...when(filter.isAdmin, (given) => Prisma.raw(given ? 'u.admin' : 'NOT u.admin')),
  ...when(
    filter.staffPermission,
    (permission) => Prisma.sql`u.id IN (SELECT "userId" FROM "StaffGrant" WHERE permission = ${permission})`,
  ),
  ...when(filter.lastLoginSince, (since) => Prisma.sql`u."lastLoginAt" >= ${since}`),
  ...when(filter.lastLoginUntil, (until) => Prisma.sql`u."lastLoginAt" < ${until}`),
  ...when(filter.hasOpenReports, (given) => (given ? REPORTED : anyOrNone(false, OPEN_REPORTS))),
  ...when(filter.isOnline, (given) => anyOrNone(given, present(scope.now))),
  ...when(filter.hasTwoFactor, (given) => accountWith(Prisma.raw(`"totpEnabledAt" IS ${given ? 'NOT ' : ''}NULL`))),
  ...when(filter.isEmailVerified, (given) => accountWith(Prisma.raw(`${given ? '' : 'NOT '}"emailVerified"`))),
  ...when(filter.isUnderDeletion, (given) => accountWith(Prisma.raw(`"deletionAt" IS ${given ? 'NOT ' : ''}NULL`))),
  ...when(filter.address, (address) => Prisma.sql`u.id IN (${peopleAt(scope, address)})`),
]

const when = <V>(given: V | undefined, condition: (given: V) => Prisma.Sql): Prisma.Sql[] =>
  given === undefined ? [] : [condition(given)]

const OPEN_REPORTS = Prisma.raw('SELECT FROM "ReportSubject" WHERE "contentId" = u.id')

/** Found from what is reported: by the order of the list, people would be gone through who may all be unreported. */
const REPORTED = Prisma.raw(`u.id = ANY (ARRAY (SELECT "contentId" FROM "ReportSubject" WHERE kind = 'user'))`)

const present = (now: Date) => Prisma.sql`
  SELECT FROM "Presence" JOIN "PresenceNode" USING (node) WHERE "userId" = u.id AND until > ${now}`

const anyOrNone = (isAny: boolean, rows: Prisma.Sql) =>
  Prisma.sql`${Prisma.raw(isAny ? 'EXISTS' : 'NOT EXISTS')} (${rows})`

const accountWith = (condition: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT FROM "Account" WHERE "userId" = u.id AND ${condition})`

const suspended = (now: Date) => Prisma.sql`
  SELECT FROM "Account" WHERE "userId" = u.id
    AND "suspendedAt" IS NOT NULL AND ("suspendedUntil" IS NULL OR "suspendedUntil" > ${now})`

/** SELECT of the ids of people by an address, or by a network as login places have it. */
function peopleAt({ now }: ViewerScope, text: string): Prisma.Sql {
  const address = canonicalAddress(text.replace(/\/64$/, ''))
  return Prisma.sql`
    SELECT "userId" FROM "LoginPlace" WHERE address = ${networkOf(address)}
    UNION SELECT "userId" FROM "Session" WHERE address = ${address} AND "expiresAt" > ${now}`
}

/** Orders by which only staff who act upon people list them: each leaves out people without its first value. */
export const STAFF_ORDERS = {
  lastLoginAt: [
    { by: Prisma.raw('u."lastLoginAt"'), type: 'timestamptz' },
    { by: Prisma.raw('u.id'), type: 'text' },
  ],
  reportCount: [
    { by: Prisma.raw('r.reports'), type: 'bigint' },
    { by: Prisma.raw('u.id'), type: 'text' },
  ],
} as const satisfies Record<string, readonly SortKey[]>

export type StaffOrder = keyof typeof STAFF_ORDERS

/** Whether only staff may list people in this order. */
export const isStaffOrder = (order: string): order is StaffOrder => Object.hasOwn(STAFF_ORDERS, order)

const PEOPLE = Prisma.raw('"User" AS u')
const REPORTED_PEOPLE = Prisma.raw(
  `"User" AS u JOIN (SELECT "contentId", "reportCount" AS reports FROM "ReportSubject") AS r ON r."contentId" = u.id`,
)

/** FROM clause of people in an order. Those by number of reports are read from what is reported. */
export const fromOf = (order: string): Prisma.Sql => (order === 'reportCount' ? REPORTED_PEOPLE : PEOPLE)

/** Conditions of people in an order of the staff. */
export const orderConditions = (order: string): Prisma.Sql[] =>
  order === 'lastLoginAt' ? [Prisma.raw('u."lastLoginAt" IS NOT NULL')] : []

/** Throws `forbidden` for conditions and orders that only staff who act upon people use. */
export function assertCanList(scope: ViewerScope, filter: PublicFilter & StaffFilter, order: string): void {
  if (isStaff(scope, 'people')) return
  const { search: _, developerType: __, ...conditions } = filter
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  const paths = [...given.map(([name]) => ['filter', name]), ...(isStaffOrder(order) ? [['sort']] : [])]
  const issues = paths.map((path) => ({
    path,
    reason: 'admin_only' as const,
    message: 'only staff lists people by this',
  }))
  if (issues.length > 0)
    throw new Failure('forbidden', 'Only staff lists people by this', { reason: 'admin_only', issues })
}
