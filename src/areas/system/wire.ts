import { APIConfig } from '../../contract/shapes/clientConfig.ts'
import { type InfoPush, InfoPushData } from '../../contract/shapes/infoPush.ts'
import { type Permission, PermissionData } from '../../contract/shapes/permission.ts'
import { ReleaseStatus } from '../../contract/shapes/scalars.ts'
import type { InfoPush as InfoPushRow } from '../../generated/prisma/client.ts'
import { shownUrlsIn, type UrlOptions } from '../../kernel/ownUrls.ts'
import type { ClientConfig } from './clientConfig.ts'
import type { PermissionWithOwner } from './permissions.ts'

/** The documented members of the configuration. Throws for an invalid row, which only direct SQL can write. */
export const configWire = (config: ClientConfig): APIConfig => APIConfig.parse(config)

export const infoPushWire = (options: UrlOptions, row: InfoPushRow): InfoPush => ({
  id: row.id,
  isEnabled: row.isEnabled,
  releaseStatus: ReleaseStatus.parse(row.releaseStatus),
  priority: row.priority,
  tags: row.tags,
  data: InfoPushData.parse(shownUrlsIn(options, row.data)),
  hash: row.hash,
  ...(row.startDate && { startDate: row.startDate.toISOString() }),
  ...(row.endDate && { endDate: row.endDate.toISOString() }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const permissionWire = (row: PermissionWithOwner): Permission => ({
  id: row.id,
  name: row.name,
  displayName: row.displayName,
  description: row.description,
  type: row.type,
  data: PermissionData.parse(row.data),
  ownerId: row.ownerId,
  ownerDisplayName: row.owner.displayName,
})

/** UTC to the second with an offset: `2021-08-20T12:38:42+00:00`. */
export const timeWire = (now: Date): string => now.toISOString().replace(/\.\d{3}Z$/, '+00:00')
