import { Prisma } from '../../../generated/prisma/client.ts'
import { newId, trusted } from '../../../kernel/ids.ts'
import { containedLicensesSql } from '../../../kernel/licenseGroups.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { BY_ADMIN } from '../../system/permissions.ts'
import { syncPermissionTags } from '../../system/permissionTags.ts'
import { permissionsChanged } from '../events.ts'
import { markWornAvatars } from './wearers.ts'

/** What a person may have or wear. */
export interface GrantedLicense {
  readonly forType: 'licenseGroup' | 'permission' | 'avatar' | 'product' | 'groupRole'
  readonly forId: string
  readonly forAction: 'have' | 'wear'
}

/** What a source gives a person. */
export interface Grants {
  readonly userId: string
  /** The id of a user subscription or purchase, or `admin:<name>`. */
  readonly source: string
  readonly licenses: readonly GrantedLicense[]
  /** Time at which it ends; null for never. */
  readonly until: Date | null
}

type GrantTransaction = Pick<InTransaction, 'sql' | 'emit'> & Pick<Scope, 'now'>
type EndTransaction = GrantTransaction & Pick<InTransaction, 'requestJob'>

/**
 * Gives a person licenses, or moves the end of those that the source gives already, with the permissions and tags that they
 * bring. The caller has locked the person.
 */
export async function giveLicenses(tx: GrantTransaction, { userId, source, licenses, until }: Grants): Promise<void> {
  const ids = licenses.map(() => newId('licenseGrant', tx.now))
  const types = licenses.map(({ forType }) => forType)
  const names = licenses.map(({ forId }) => forId)
  const actions = licenses.map(({ forAction }) => forAction)
  await tx.sql`
    INSERT INTO "LicenseGrant" ("id", "userId", "forType", "forId", "forAction", "source", "until", "createdAt")
    SELECT given."id", ${userId}, given."forType", given."forId", given."forAction", ${source}, ${until}::timestamptz, ${tx.now}::timestamptz
    FROM unnest(${ids}::text[], ${types}::text[], ${names}::text[], ${actions}::text[]) AS given("id", "forType", "forId", "forAction")
    ORDER BY given."forId"
    ON CONFLICT ("userId", "forType", "forId", "forAction", "source") DO UPDATE SET "until" = excluded."until"`
  if (types.some(bringsPermissions)) await syncPermissions(tx, userId)
}

const bringsPermissions = (forType: string) => forType === 'licenseGroup' || forType === 'permission'

/** What of a source ends. */
interface Ended extends Pick<Grants, 'userId' | 'source'> {
  /** Only what is over at this time; all by default. */
  readonly dueAt?: Date
}

/**
 * Ends what a source gives a person, with the permissions and tags that no other source brings; avatars are taken off by a
 * job. Returns what has ended. The caller has locked the person.
 */
export async function endLicenses(tx: EndTransaction, { userId, source, dueAt }: Ended): Promise<GrantedLicense[]> {
  const ended = await tx.sql<GrantedLicense>`
    DELETE FROM "LicenseGrant" WHERE "userId" = ${userId} AND "source" = ${source}
      AND (${dueAt ?? null}::timestamptz IS NULL OR "until" <= ${dueAt ?? null}::timestamptz)
    RETURNING "forType", "forId", "forAction"`
  if (ended.some(({ forType }) => bringsPermissions(forType))) await syncPermissions(tx, userId)
  await markWornAvatars(tx, ended)
  return ended
}

/**
 * Makes a person's permissions those that their licenses bring, beside what admins granted, and their tags those of the
 * permissions. What two sources give ends with the last. The caller has locked the person.
 */
export async function syncPermissions(tx: GrantTransaction, userId: string): Promise<void> {
  const changes = await changePermissions(tx, userId)
  if (changes.length === 0) return
  await syncPermissionTags(
    tx,
    userId,
    changes.map(({ permissionId }) => permissionId),
  )
  tx.emit(permissionsChanged(trusted<'user'>(userId)))
}

const CONTAINED_PERMISSIONS = Prisma.raw(containedLicensesSql({ columns: ['opened."source"'], type: 'permission' }))

/** Gives and takes permissions, and returns those that the person has now and had not before, or the other way round. */
const changePermissions = ({ sql, now }: GrantTransaction, userId: string) =>
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
