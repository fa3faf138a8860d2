/** How deep license groups may be in one another, the outermost counted. */
export const MAX_LICENSE_GROUP_DEPTH = 5

interface ContainedLicenses {
  /** SQL of further columns: of `member`, a license in a group, or of `opened`, the license for that group. */
  readonly columns?: readonly string[]
  /** The wanted type of licenses, beside groups; all by default. */
  readonly type?: string
}

/**
 * SQL for the recursive part of a table that opens license groups, `opened("forType", "forId", …columns, depth)`: the
 * licenses in the groups that it has. The depth of the licenses with which it begins is 1.
 */
export function containedLicensesSql({ columns = [], type }: ContainedLicenses): string {
  const selected = ['member."forType"', 'member."forId"', ...columns, 'opened.depth + 1']
  const wanted = type === undefined ? '' : ` AND member."forType" IN ('licenseGroup', '${type}')`
  return `SELECT ${selected.join(', ')}
    FROM opened JOIN "LicenseGroupMember" AS member
      ON opened."forType" = 'licenseGroup' AND member."licenseGroupId" = opened."forId"${wanted}
    WHERE opened.depth <= ${MAX_LICENSE_GROUP_DEPTH}`
}
