import { Prisma } from '../../../generated/prisma/client.ts'
import { containedLicensesSql } from '../../../kernel/licenseGroups.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'

/** The right to have or wear something, with its name. */
export interface NamedLicense {
  readonly forType: string
  readonly forId: string
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
    SELECT license.*, coalesce("Permission"."name", nullif("Product"."displayName", ''), license."forId") AS "forName"
    FROM license
    LEFT JOIN "Permission" ON license."forType" = 'permission' AND "Permission"."id" = license."forId"
    LEFT JOIN "Product" ON license."forType" = 'product' AND "Product"."id" = license."forId"
    ORDER BY license."forType", "forName", license."forId", license."forAction"
    LIMIT ${MAX_LISTED}`

/** What license groups contain, by the id of the group, each by type and name. One statement. */
export async function readLicensesOfGroups(
  { sql }: Pick<Scope, 'db' | 'sql'>,
  groupIds: readonly string[],
): Promise<(NamedLicense & { readonly licenseGroupId: string })[]> {
  return sql`
    SELECT member.*, coalesce("Permission"."name", nullif("Product"."displayName", ''), inner_group."name", member."forId") AS "forName"
    FROM "LicenseGroupMember" member
    LEFT JOIN "Permission" ON member."forType" = 'permission' AND "Permission"."id" = member."forId"
    LEFT JOIN "Product" ON member."forType" = 'product' AND "Product"."id" = member."forId"
    LEFT JOIN "LicenseGroup" inner_group ON member."forType" = 'licenseGroup' AND inner_group."id" = member."forId"
    WHERE member."licenseGroupId" = ANY (${[...groupIds]})
    ORDER BY member."forType", "forName", member."forId", member."forAction"`
}
