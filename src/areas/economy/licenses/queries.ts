import { Prisma } from '../../../generated/prisma/client.ts'
import { columnList } from '../../../kernel/columns.ts'
import { deterministicId, newId } from '../../../kernel/ids.ts'
import { containedLicensesSql, MAX_LICENSE_GROUP_DEPTH } from '../../../kernel/licenseGroups.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { BY_ADMIN } from '../../system/queries.ts'
import type { EndedLicenses, GrantedLicense, Grants, GrantTransaction } from './grants.ts'

/** The license group of paid memberships. */
export const PLUS_GROUP_ID = deterministicId('licenseGroup', 'plus')

/** Inserts licenses of a source, or moves the end of those that it gives already. */
export async function upsertLicenses({ sql, now }: GrantTransaction, { userId, source, licenses, until }: Grants) {
  const ids = licenses.map(() => newId('licenseGrant', now))
  const types = licenses.map(({ forType }) => forType)
  const names = licenses.map(({ forId }) => forId)
  const actions = licenses.map(({ forAction }) => forAction)
  await sql`
    INSERT INTO "LicenseGrant" ("id", "userId", "forType", "forId", "forAction", "source", "until", "createdAt")
    SELECT given."id", ${userId}, given."forType", given."forId", given."forAction", ${source}, ${until}::timestamptz, ${now}::timestamptz
    FROM unnest(${ids}::text[], ${types}::text[], ${names}::text[], ${actions}::text[]) AS given("id", "forType", "forId", "forAction")
    ORDER BY given."forId"
    ON CONFLICT ("userId", "forType", "forId", "forAction", "source") DO UPDATE SET "until" = excluded."until"`
}

/** Deletes licenses of a source, and answers them. */
export const deleteLicenses = ({ sql }: GrantTransaction, { userId, source, dueAt }: EndedLicenses) =>
  sql<GrantedLicense>`
    DELETE FROM "LicenseGrant" WHERE "userId" = ${userId} AND "source" = ${source}
      AND (${dueAt ?? null}::timestamptz IS NULL OR "until" <= ${dueAt ?? null}::timestamptz)
    RETURNING "forType", "forId", "forAction"`

const CONTAINED_PERMISSIONS = Prisma.raw(containedLicensesSql({ columns: ['opened."source"'], type: 'permission' }))

/** Gives and takes permissions, and returns those that the person has now and had not before, or the other way round. */
export const changePermissions = ({ sql, now }: GrantTransaction, userId: string) =>
  sql<{ readonly permissionId: string }>`
    WITH RECURSIVE opened("forType", "forId", "source", depth) AS (
      SELECT "forType", "forId", "source", 1 FROM "LicenseGrant"
      WHERE "userId" = ${userId} AND "forType" IN ('licenseGroup', 'permission')
        AND ("until" IS NULL OR "until" > ${now}::timestamptz)
      UNION
      ${CONTAINED_PERMISSIONS}
    ), wanted AS (
      SELECT DISTINCT "source", "forId" AS "permissionId" FROM opened WHERE "forType" = 'permission'
    ), removed AS (
      DELETE FROM "PermissionGrant" held
      WHERE held."userId" = ${userId} AND held."source" <> ${BY_ADMIN} AND NOT EXISTS (
        SELECT FROM wanted WHERE wanted."source" = held."source" AND wanted."permissionId" = held."permissionId")
      RETURNING held."permissionId", held."source"
    ), added AS (
      INSERT INTO "PermissionGrant" ("userId", "permissionId", "source", "grantedAt")
      SELECT ${userId}, wanted."permissionId", wanted."source", ${now}::timestamptz
      FROM wanted JOIN "Permission" ON "Permission"."id" = wanted."permissionId"
      ON CONFLICT DO NOTHING
      RETURNING "permissionId"
    ), kept AS (
      SELECT "permissionId" FROM "PermissionGrant" held WHERE held."userId" = ${userId} AND NOT EXISTS (
        SELECT FROM removed WHERE removed."permissionId" = held."permissionId" AND removed."source" = held."source")
    )
    (SELECT "permissionId" FROM removed EXCEPT SELECT "permissionId" FROM added EXCEPT SELECT "permissionId" FROM kept)
    UNION
    (SELECT "permissionId" FROM added EXCEPT SELECT "permissionId" FROM removed EXCEPT SELECT "permissionId" FROM kept)`

const CONTAINED_AVATARS = Prisma.raw(containedLicensesSql({ type: 'avatar' }))

/** Writes down when a job looks at who wears the avatars of licenses, license groups opened. */
export async function setWearersDue(
  { sql }: Pick<InTransaction, 'sql'>,
  licenses: readonly License[],
  { wearersDueAt }: { readonly wearersDueAt: Date },
): Promise<void> {
  const [types, ids] = [licenses.map(({ forType }) => forType), licenses.map(({ forId }) => forId)]
  await sql`
    WITH RECURSIVE opened("forType", "forId", depth) AS (
      SELECT "forType", "forId", 1 FROM unnest(${types}::text[], ${ids}::text[]) AS given("forType", "forId")
      UNION
      ${CONTAINED_AVATARS}
    )
    UPDATE "Avatar" SET "wearersDueAt" = ${wearersDueAt}::timestamptz
    WHERE id IN (SELECT "forId" FROM opened WHERE "forType" = 'avatar')`
}

/** These groups and all that contain them. */
export async function readContainingGroups({ sql }: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ readonly id: string }>`
    WITH RECURSIVE containing("id", "depth") AS (
      SELECT unnest(${[...ids]}::text[]), 1
      UNION
      SELECT member."licenseGroupId", containing."depth" + 1
      FROM containing JOIN "LicenseGroupMember" member
        ON member."forType" = 'licenseGroup' AND member."forId" = containing."id"
      WHERE containing."depth" < ${MAX_LICENSE_GROUP_DEPTH}
    )
    SELECT DISTINCT "id" FROM containing`
  return rows.map(({ id }) => id)
}

/** The right to something: a license group, a permission, an avatar, a product or a role of a group. */
export interface License {
  readonly forType: string
  readonly forId: string
}

/** The right to have or wear something, with its name. */
export interface NamedLicense extends License {
  readonly forName: string
  readonly forAction: string
}

/** Most licenses that a list has. */
const MAX_LISTED = 5_000

/** Types that clients know; roles in groups are none of them. */
const PUBLIC_TYPES = ['avatar', 'licenseGroup', 'permission', 'product']

const CONTAINED_LICENSES = Prisma.raw(containedLicensesSql({ columns: ['member."forAction"'] }))

/**
 * What the viewer has licenses for, license groups opened, each once, by type and name. Avatars, and what is gone, are named by
 * their ids.
 */
export const readActiveLicenses = ({ sql, viewer, now }: ViewerScope): Promise<NamedLicense[]> =>
  sql<NamedLicense>`
    WITH RECURSIVE opened("forType", "forId", "forAction", depth) AS (
      SELECT "forType", "forId", "forAction", 1 FROM "LicenseGrant"
      WHERE "userId" = ${viewer.id} AND "forType" = ANY (${PUBLIC_TYPES}) AND ("until" IS NULL OR "until" > ${now})
      UNION
      ${CONTAINED_LICENSES}
    ), license AS (
      SELECT DISTINCT "forType", "forId", "forAction" FROM opened WHERE "forType" <> 'licenseGroup'
    )
    SELECT license."forType", license."forId", license."forAction", coalesce("Permission"."name", nullif("Product"."displayName", ''), license."forId") AS "forName"
    FROM license
    LEFT JOIN "Permission" ON license."forType" = 'permission' AND "Permission"."id" = license."forId"
    LEFT JOIN "Product" ON license."forType" = 'product' AND "Product"."id" = license."forId"
    ORDER BY license."forType", "forName", license."forId", license."forAction"
    LIMIT ${MAX_LISTED}`

const MEMBER_COLUMNS = columnList(Prisma.LicenseGroupMemberScalarFieldEnum, 'member')

/** What license groups contain, by the id of the group, each by type and name. One statement. */
export async function readLicensesOfGroups(
  { sql }: Pick<Scope, 'db' | 'sql'>,
  groupIds: readonly string[],
): Promise<(NamedLicense & { readonly licenseGroupId: string })[]> {
  return sql`
    SELECT ${MEMBER_COLUMNS}, coalesce("Permission"."name", nullif("Product"."displayName", ''), inner_group."name", member."forId") AS "forName"
    FROM "LicenseGroupMember" member
    LEFT JOIN "Permission" ON member."forType" = 'permission' AND "Permission"."id" = member."forId"
    LEFT JOIN "Product" ON member."forType" = 'product' AND "Product"."id" = member."forId"
    LEFT JOIN "LicenseGroup" inner_group ON member."forType" = 'licenseGroup' AND inner_group."id" = member."forId"
    WHERE member."licenseGroupId" = ANY (${[...groupIds]})
    ORDER BY member."forType", "forName", member."forId", member."forAction"`
}

/** Whether the viewer has the license group plus, which lowers some prices. One statement. */
export async function readIsPlus({ db, viewer, now }: ViewerScope): Promise<boolean> {
  const held = { userId: viewer.id, forType: 'licenseGroup', forId: PLUS_GROUP_ID }
  const where = { ...held, OR: [{ until: null }, { until: { gt: now } }] }
  return (await db.licenseGrant.findFirst({ where, select: { userId: true } })) !== null
}
