import { APIConfig } from '../../contract/shapes/config.ts'
import { type InfoPush, InfoPushData } from '../../contract/shapes/infoPush.ts'
import { type Permission, PermissionData } from '../../contract/shapes/permission.ts'
import { ReleaseStatus } from '../../contract/shapes/scalars.ts'
import type { InfoPush as InfoPushRow } from '../../generated/prisma/client.ts'
import type { ClientConfig } from './clientConfig.ts'
import type { OwnedPermission } from './permissions.ts'

/** The members that the wire knows. Throws when a row was spoiled behind the server's back. */
export const configWire = (config: ClientConfig): APIConfig => APIConfig.parse(config)

export const infoPushWire = (row: InfoPushRow): InfoPush => ({
  id: row.id,
  isEnabled: row.isEnabled,
  releaseStatus: ReleaseStatus.parse(row.releaseStatus),
  priority: row.priority,
  tags: row.tags,
  data: InfoPushData.parse(row.data),
  hash: row.hash,
  ...(row.startDate && { startDate: row.startDate.toISOString() }),
  ...(row.endDate && { endDate: row.endDate.toISOString() }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const permissionWire = (row: OwnedPermission): Permission => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  description: row.description,
  type: row.type,
  data: PermissionData.parse(row.data),
  ownerId: row.ownerId,
  ownerDisplayName: row.owner.displayName,
})

/** The time in UTC, to the second and with its offset: `2021-08-20T12:38:42+00:00`. */
export const timeWire = (now: Date): string => now.toISOString().replace(/\.\d{3}Z$/, '+00:00')
